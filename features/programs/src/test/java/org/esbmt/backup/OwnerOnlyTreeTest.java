package org.esbmt.backup;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class OwnerOnlyTreeTest {
    @TempDir
    Path place;

    @Test
    void copiesAreForTheirOwnerAloneWhateverTheModesOfTheOriginals() throws IOException {
        Path from = Files.createDirectories(place.resolve("from/deep"));
        Path file = Files.writeString(from.resolve("file"), "content", UTF_8);
        Files.setPosixFilePermissions(from, PosixFilePermissions.fromString("rwxrwxrwx"));
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-rw-rw-"));

        OwnerOnlyTree tree = OwnerOnlyTree.create(place.resolve("to"));
        tree.refresh(place.resolve("from"), "copy", within -> true);
        tree.copy(file, "more/one");
        tree.write("more/two", "two".getBytes(UTF_8));

        try (Stream<Path> all = Files.walk(tree.root())) {
            for (Path each : all.toList()) {
                assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(each)))
                        .as(each.toString())
                        .isEqualTo(Files.isDirectory(each) ? "rwx------" : "rw-------");
            }
        }
        assertThat(tree.root().resolve("copy/deep/file")).hasContent("content");
    }

    @Test
    void aRepetitionFollowsReplacedAddedAndDeletedFiles() throws IOException {
        Path from = Files.createDirectories(place.resolve("from"));
        for (String name : List.of("same", "replaced", "deleted")) {
            Files.writeString(from.resolve(name), "old", UTF_8);
        }
        OwnerOnlyTree tree = OwnerOnlyTree.create(place.resolve("to"));
        assertThat(tree.refresh(from, "copy", within -> true)).isTrue();
        assertThat(tree.refresh(from, "copy", within -> true)).isFalse();

        Path next = Files.writeString(place.resolve("next"), "new", UTF_8);
        Files.setLastModifiedTime(next, Files.getLastModifiedTime(from.resolve("replaced")));
        Files.move(next, from.resolve("replaced"), StandardCopyOption.ATOMIC_MOVE);
        Files.delete(from.resolve("deleted"));
        Files.writeString(from.resolve("added"), "new", UTF_8);

        assertThat(tree.refresh(from, "copy", within -> true)).isTrue();
        Path copy = tree.root().resolve("copy");
        assertThat(copy.resolve("same")).hasContent("old");
        assertThat(copy.resolve("replaced")).hasContent("new");
        assertThat(copy.resolve("added")).hasContent("new");
        assertThat(copy.resolve("deleted")).doesNotExist();
    }

    @Test
    void aMissingFolderHasNoCopy() throws IOException {
        OwnerOnlyTree tree = OwnerOnlyTree.create(place.resolve("to"));
        assertThat(tree.refresh(place.resolve("nothing"), "copy", within -> true))
                .isFalse();
        assertThat(tree.root().resolve("copy")).doesNotExist();
    }
}
