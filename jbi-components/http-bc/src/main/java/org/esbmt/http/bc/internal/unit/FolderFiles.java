package org.esbmt.http.bc.internal.unit;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.esbmt.jbi.container.api.unit.UnitFiles;

/** The files of an unpacked unit. A link to a file outside is not followed. */
final class FolderFiles implements UnitFiles {
    private final Path root;

    FolderFiles(Path root) {
        this.root = root;
    }

    @Override
    public SortedSet<String> names() {
        try (Stream<Path> files = Files.walk(root)) {
            SortedSet<String> names = new TreeSet<>();
            files.filter(Files::isRegularFile)
                    .forEach(file -> names.add(root.relativize(file).toString().replace('\\', '/')));
            return names;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public Optional<byte[]> content(String name) {
        try {
            Path file = root.resolve(name);
            return Files.isRegularFile(file) && file.toRealPath().startsWith(root.toRealPath())
                    ? Optional.of(Files.readAllBytes(file))
                    : Optional.empty();
        } catch (InvalidPathException e) {
            return Optional.empty();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
