package org.esbmt.files.api;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import org.esbmt.testing.WatchedFiles;
import org.esbmt.testing.WatchedFiles.Step;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DurableFilesTest {
    @TempDir
    Path folder;

    private final List<String> steps = new ArrayList<>();
    private WatchedFiles.Watcher fault = (step, path) -> {};
    private Path file;

    @BeforeEach
    void watch() {
        file = WatchedFiles.watched(folder, (step, path) -> {
                    fault.before(step, path);
                    steps.add(step + " " + path.getFileName());
                })
                .resolve("f");
    }

    private void replace(String content) throws IOException {
        DurableFiles.replace(file, content.getBytes(UTF_8));
    }

    @Test
    void contentIsForcedBeforeTheNameAndTheNameBeforeReplaceReturns() throws Exception {
        replace("new");

        String name = folder.getFileName().toString();
        assertThat(steps).containsSubsequence("FORCE f.tmp", "MOVE_TO f", "FORCE " + name);
        assertThat(folder.resolve("f")).hasContent("new");
        assertThat(folder).isDirectoryNotContaining(path -> path.toString().endsWith(DurableFiles.UNFINISHED));
    }

    @Test
    void filesAreReadableByTheirOwnerAlone() throws Exception {
        replace("secret");
        DurableFiles.write(file.resolveSibling("g"), out -> out.write(1));

        for (String name : List.of("f", "g")) {
            assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(folder.resolve(name))))
                    .isEqualTo("rw-------");
        }
    }

    @Test
    void theUnfinishedFileOfACrashIsRemoved() throws Exception {
        Files.writeString(folder.resolve("f.tmp"), "half");
        replace("new");

        try (var files = Files.list(folder)) {
            assertThat(files).containsExactly(folder.resolve("f"));
        }
    }

    @Test
    void aChangeOfUncertainDurabilityIsTakenBack() throws Exception {
        replace("old");
        boolean[] failed = new boolean[1];
        fault = (step, path) -> {
            if (step == Step.FORCE && Files.isDirectory(path) && !failed[0]) {
                failed[0] = true;
                throw new IOException("Input/output error");
            }
        };

        assertThatThrownBy(() -> replace("new"))
                .isInstanceOf(IOException.class)
                .isNotInstanceOf(DurableFiles.InDoubtException.class);
        assertThat(folder.resolve("f")).hasContent("old");
        failed[0] = false;
        assertThatThrownBy(() -> DurableFiles.delete(file)).isInstanceOf(IOException.class);
        assertThat(folder.resolve("f")).hasContent("old");
    }

    @Test
    void aFailedChangeThatCannotBeTakenBackIsInDoubt() throws Exception {
        replace("old");
        boolean[] broken = new boolean[1];
        fault = (step, path) -> {
            broken[0] |= step == Step.FORCE && Files.isDirectory(path);
            if (broken[0]) {
                throw new IOException("Read-only file system");
            }
        };

        assertThatThrownBy(() -> replace("new"))
                .isInstanceOf(DurableFiles.InDoubtException.class)
                .hasMessageContaining("f is the old one or the new one");
    }

    @Test
    void aFailedWriteLeavesTheOldContent() throws Exception {
        replace("old");
        fault = (step, path) -> {
            if (step == Step.FORCE) {
                throw new IOException("No space left on device");
            }
        };

        assertThatThrownBy(() -> replace("new")).hasMessage("No space left on device");
        assertThat(folder.resolve("f")).hasContent("old");
        assertThat(folder).isDirectoryNotContaining(path -> path.toString().endsWith(DurableFiles.UNFINISHED));
    }
}
