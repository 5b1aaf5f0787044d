package org.esbmt.camel.se.internal.engine;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Tenants that fill the memory together end neither the process nor another tenant's service. */
@Timeout(300)
class FullMemoryTest {

    @Test
    void theProcessSurvivesAndServesSmallMessagesOfOthers(@TempDir Path folder) throws Exception {
        File output = folder.resolve("output").toFile();
        Process node = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-Xmx256m",
                        "-XX:+ExitOnOutOfMemoryError",
                        "-cp",
                        System.getProperty("java.class.path"),
                        FilledNode.class.getName())
                .redirectErrorStream(true)
                .redirectOutput(output)
                .start();
        try {
            assertThat(node.waitFor(240, TimeUnit.SECONDS)).isTrue();
        } finally {
            node.destroyForcibly();
        }
        String said = Files.readString(output.toPath(), UTF_8);
        assertThat(node.exitValue()).as(said).isZero();
        assertThat(said).contains("The small message is served").contains("messages.memory.bytes");
    }
}
