package org.esbmt.embedded.postgresql.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Properties;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The configuration and state for operators. */
class PostgresSettingsTest {

    private static final Duration MINUTE = Duration.ofMinutes(1);

    @Test
    void invalidSettingsAreRefusedByTheirKey() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new PostgresSettings(65536, 100, "32MB", MINUTE, MINUTE, MINUTE))
                .withMessageContaining("port");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new PostgresSettings(0, 19, "32MB", MINUTE, MINUTE, MINUTE))
                .withMessageContaining("max.connections");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new PostgresSettings(0, 100, "32MB\nfsync = off", MINUTE, MINUTE, MINUTE))
                .withMessageContaining("shared.buffers");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new PostgresSettings(0, 100, "32MB", MINUTE, Duration.ZERO, MINUTE))
                .withMessageContaining("stop.timeout.seconds");
    }

    @Test
    void theFileThatOperatorsReadHasTheDefaultsAndEveryKey() throws Exception {
        Properties file = new Properties();
        try (var in = Files.newInputStream(Path.of("src/main/cfg/org.esbmt.embedded.postgresql.cfg"))) {
            file.load(in);
        }
        assertThat(file.remove("file.end")).as("the end of the file").isNotNull();
        var keys = new java.util.TreeSet<String>();
        for (var key : EmbeddedPostgresComponent.Configuration.class.getDeclaredMethods()) {
            String name = key.getName().replace('_', '.');
            keys.add(name);
            if (!name.equals("directory") && !name.equals("log.file")) {
                assertThat(file.getProperty(name)).as(name).isEqualTo(String.valueOf(key.getDefaultValue()));
            }
        }
        assertThat(file.stringPropertyNames()).containsExactlyInAnyOrderElementsOf(keys);
    }

    @Test
    void theLogAndOneOlderAreAllThereIs(@TempDir Path directory) throws IOException {
        Path file = directory.resolve("postgresql.log");
        LogFile log = new LogFile(file, 100);
        log.bound();
        Files.writeString(file, "a".repeat(101));
        log.bound();
        assertThat(file).isEmptyFile();
        assertThat(directory.resolve("postgresql.log.1")).hasSize(101);
        Files.writeString(file, "b".repeat(100));
        log.bound();
        assertThat(file).hasSize(100);
    }

    @Test
    void aServersComplaintsAreOneLineWithoutTheRest() {
        assertThat(Postmaster.causes("""
                        2026-01-01 LOG:  starting PostgreSQL 17.6
                        2026-01-01 LOG:  could not bind IPv4 address "127.0.0.1": Address already in use
                        2026-01-01 HINT:  Is another postmaster already running on port 5432?
                        2026-01-01 FATAL:  could not create any TCP/IP sockets
                        2026-01-01 LOG:  database system is shut down
                        """))
                .isEqualTo("2026-01-01 LOG:  could not bind IPv4 address \"127.0.0.1\": Address already in use;"
                        + " 2026-01-01 HINT:  Is another postmaster already running on port 5432?;"
                        + " 2026-01-01 FATAL:  could not create any TCP/IP sockets");
        assertThat(Postmaster.causes("pg_ctl: nothing\n  else\n")).isEqualTo("pg_ctl: nothing; else");
    }
}
