package org.esbmt.camel.se.internal;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.esbmt.jbi.container.api.unit.UnitFiles;

/** The files of a unit in the deployer's folder for it. */
final class UnitFolder implements UnitFiles {
    private final Path root;
    private final SortedSet<String> names = new TreeSet<>();

    UnitFolder(Path root) throws IOException {
        this.root = root;
        try (Stream<Path> files = Files.walk(root)) {
            files.filter(Files::isRegularFile)
                    .forEach(f -> names.add(root.relativize(f).toString().replace('\\', '/')));
        }
    }

    @Override
    public SortedSet<String> names() {
        return new TreeSet<>(names);
    }

    @Override
    public Optional<byte[]> content(String name) {
        if (!names.contains(name)) {
            return Optional.empty();
        }
        try {
            return Optional.of(Files.readAllBytes(root.resolve(name)));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
