package org.esbmt.jbi.deployer.internal.settings;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** An administrator's setting is written into the configuration's file, and every reader finds a complete file. */
class ConfigurationFileTest {
    private static final String CONTENT = """
            # Limits of the component.

            # Where it listens.
            host = ${bind.address}
            port = 22750
            #connections.max = 1000
            """;

    @TempDir
    Path folder;

    private Path file;

    @BeforeEach
    void write() throws IOException {
        file = Files.writeString(folder.resolve("org.example.bc.cfg"), CONTENT);
    }

    @Test
    void onlyChangedEntriesAreWritten() throws IOException {
        ConfigurationFile.change(properties(), properties("connections.max", "30"));
        assertThat(file).content().isEqualTo(CONTENT.replace("#conn", "connections.max = 30\n#conn"));

        ConfigurationFile.change(properties("connections.max", "30"), properties("connections.max", "40"));
        assertThat(file).content().isEqualTo(CONTENT.replace("#conn", "connections.max = 40\n#conn"));

        ConfigurationFile.change(properties("connections.max", "40"), properties());
        assertThat(file).content().startsWith("# Limits").contains("host = ${bind.address}", "port = 22750");
        assertThat(file).content().doesNotContain("connections.max = 40");
        assertThat(folder).isDirectoryContaining(path -> path.equals(file));
    }

    @Test
    void aConfigurationWithoutAFileHasNone() throws IOException {
        ConfigurationFile.change(Map.of(), Map.of("connections.max", "30"));
        Path gone = folder.resolve("gone.cfg");
        ConfigurationFile.change(
                Map.of(),
                Map.of(
                        "connections.max",
                        "30",
                        ConfigurationFile.NAME,
                        gone.toUri().toString()));

        assertThat(gone).doesNotExist();
        assertThat(file).content().isEqualTo(CONTENT);
    }

    @Test
    void ofALinkTheFileIsReplaced() throws IOException {
        Path link = Files.createSymbolicLink(folder.resolve("link.cfg"), file);

        Map<String, Object> to = properties("connections.max", "30");
        to.put(ConfigurationFile.NAME, link.toUri().toString());
        ConfigurationFile.change(properties(), to);

        assertThat(link).isSymbolicLink();
        assertThat(file).content().contains("connections.max = 30");
    }

    @Test
    void anotherFormIsTheFrameworksOwn() throws IOException {
        Path json = Files.writeString(folder.resolve("org.example.bc.cfg.json"), "{\"port\": \"22750\"}");
        Map<String, Object> to = properties("connections.max", "30");
        to.put(ConfigurationFile.NAME, json.toUri().toString());

        ConfigurationFile.change(properties(), to);

        assertThat(json).content().isEqualTo("{\"port\": \"22750\"}");
    }

    /** Root may write any file. */
    @Test
    void aReadOnlyFileIsNotReplaced() throws IOException {
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("r--r--r--"));
        Map<String, Object> to = properties("connections.max", "30");

        if (Files.isWritable(file)) {
            ConfigurationFile.change(properties(), to);
            assertThat(file).content().contains("connections.max = 30");
        } else {
            assertThatThrownBy(() -> ConfigurationFile.change(properties(), to))
                    .isInstanceOf(AccessDeniedException.class);
            assertThat(file).content().isEqualTo(CONTENT);
        }
    }

    @Test
    void thePermissionsStay() throws IOException {
        for (String permissions : List.of("rw-rw-r--", "rw-------")) {
            Files.setPosixFilePermissions(file, PosixFilePermissions.fromString(permissions));
            ConfigurationFile.change(properties(), properties("connections.max", "30"));

            assertThat(file).content().contains("connections.max = 30");
            assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
                    .isEqualTo(permissions);
        }
    }

    /** The framework reads the file each second. */
    @Test
    void everyReaderFindsTheCompleteFile() throws Exception {
        AtomicBoolean over = new AtomicBoolean();
        CountDownLatch reading = new CountDownLatch(1);
        CompletableFuture<Integer> reader = CompletableFuture.supplyAsync(() -> {
            int read = 0;
            while (!over.get()) {
                assertThat(file).content().contains("port = 22750");
                read++;
                reading.countDown();
            }
            return read;
        });
        assertThat(reading.await(30, TimeUnit.SECONDS)).isTrue();
        String before = "0";
        for (int i = 1; i <= 200; i++) {
            String next = Integer.toString(i);
            ConfigurationFile.change(properties("connections.max", before), properties("connections.max", next));
            before = next;
        }
        over.set(true);

        assertThat(reader.get(30, TimeUnit.SECONDS)).isPositive();
        assertThat(file).content().contains("connections.max = 200");
    }

    private Map<String, Object> properties(String... more) {
        Map<String, Object> properties = new HashMap<>(Map.of(
                "service.pid",
                "org.example.bc",
                "host",
                "127.0.0.1",
                "port",
                "22750",
                ConfigurationFile.NAME,
                file.toUri().toString()));
        if (more.length > 0) {
            properties.put(more[0], more[1]);
        }
        return properties;
    }
}
