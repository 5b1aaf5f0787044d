package org.esbmt.suite.targets;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class VectorsTest {
    private static final String BY_VECTORS = line("Bodies are checked by vectors.");
    private static final String BY_WORDS = line("Bodies are checked by words: vectors are not faster.");
    private static final String OTHER = line("Tenant acme was created.");

    @TempDir
    private Path folder;

    private static String line(String message) {
        return "2026-11-27T06:00:00,000 | INFO  | esbmt-xml-vectors | WideBlocksTrial | 1 - a - 0 | " + message + "\n";
    }

    private Path log(String node, String text) throws IOException {
        Path log = Files.createDirectories(folder.resolve(node)).resolve("karaf.log");
        return Files.writeString(log, text);
    }

    @Test
    void theLogTellsTheUseOfVectors() throws IOException {
        assertThat(Vectors.of(List.of(log("a", OTHER + BY_VECTORS + OTHER)))).isEqualTo("yes");
        assertThat(Vectors.of(List.of(log("b", OTHER + BY_WORDS)))).isEqualTo("no");
        assertThat(Vectors.of(List.of(log("c", OTHER))))
                .as("the trial has not ended")
                .isEqualTo("no");
    }

    @Test
    void anEndOfTheUseIsNamed() throws IOException {
        String slow = line("Bodies are checked by words, because vectors are slow. The next trial is in 60 s.");
        assertThat(Vectors.of(List.of(log("a", BY_VECTORS + slow)))).isEqualTo("in part");
    }

    @Test
    void anOlderFileOfTheLogCounts() throws IOException {
        Path log = log("a", OTHER);
        Files.writeString(log.resolveSibling("karaf.log.1"), BY_VECTORS);
        assertThat(Vectors.of(List.of(log))).isEqualTo("yes");
    }

    @Test
    void nodesMayDiffer() throws IOException {
        Path first = log("a", BY_VECTORS);
        assertThat(Vectors.of(List.of(first, log("b", BY_VECTORS)))).isEqualTo("yes");
        assertThat(Vectors.of(List.of(first, log("c", BY_WORDS)))).isEqualTo("in part");
    }

    @Test
    void aMissingLogIsNoError() {
        assertThat(Vectors.of(List.of(folder.resolve("nowhere/karaf.log")))).isEqualTo("unknown");
    }
}
