package org.esbmt.testing.golden;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class GoldenFileTest {
    @TempDir
    Path folder;

    @Test
    void theSameTextPasses() throws Exception {
        Path file = Files.writeString(folder.resolve("all.txt"), "one\ntwo\n");

        assertThatCode(() -> GoldenFile.at(file, false).check("one\ntwo\n")).doesNotThrowAnyException();
    }

    @Test
    void aDifferenceIsShownWithTheWayToAcceptIt() throws Exception {
        Path file = Files.writeString(folder.resolve("all.txt"), "one\ntwo\nthree\n");

        assertThatThrownBy(() -> GoldenFile.at(file, false).check("one\n2\nthree\n"))
                .isInstanceOf(AssertionError.class)
                .hasMessageContaining("\n one\n-two\n+2\n three\n")
                .hasMessageContaining("-Dgolden.write=true")
                .hasMessageContaining(file.toString());
        assertThat(file).hasContent("one\ntwo\nthree\n");
    }

    @Test
    void aMissingLineFeedIsADifference() throws Exception {
        Path file = Files.writeString(folder.resolve("all.txt"), "one\n");

        assertThatThrownBy(() -> GoldenFile.at(file, false).check("one")).isInstanceOf(AssertionError.class);
    }

    @Test
    void withoutAFileEveryLineIsNew() {
        assertThatThrownBy(
                        () -> GoldenFile.at(folder.resolve("none.txt"), false).check("one\n"))
                .hasMessageContaining("\n+one\n");
    }

    @Test
    void aChangeIsAcceptedByWritingTheFile() throws Exception {
        Path file = folder.resolve("new").resolve("all.txt");

        GoldenFile.at(file, true).check("one\n");

        assertThat(file).hasContent("one\n");
        assertThatCode(() -> GoldenFile.at(file, false).check("one\n")).doesNotThrowAnyException();
    }
}
