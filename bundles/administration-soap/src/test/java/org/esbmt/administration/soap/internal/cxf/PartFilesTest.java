package org.esbmt.administration.soap.internal.cxf;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PartFilesTest {
    @TempDir
    Path data;

    @Test
    void theFilesOfAKilledProcessAreDeletedAtTheStart() throws Exception {
        Path folder = data.resolve("parts");
        Path left = new PartFiles(folder).create();
        Path other = Files.createFile(folder.resolve("a file of somebody else"));
        assertThat(left).exists();

        Path next = new PartFiles(folder).create();

        assertThat(left).doesNotExist();
        assertThat(next).exists();
        assertThat(other).exists();
    }
}
