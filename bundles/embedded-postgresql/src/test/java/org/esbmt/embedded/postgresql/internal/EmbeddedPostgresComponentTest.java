package org.esbmt.embedded.postgresql.internal;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.NoSuchFileException;
import org.junit.jupiter.api.Test;

class EmbeddedPostgresComponentTest {
    @Test
    void aFailureOfTheFileSystemIsToldWithFileKeysValueAndKind() {
        assertThat(EmbeddedPostgresComponent.cause(new NoSuchFileException("/proc/nope")))
                .contains("directory, binaries or log.file", "etc/org.esbmt.embedded.postgresql.cfg")
                .contains("NoSuchFileException: /proc/nope");
    }

    @Test
    void aSentenceForTheOperatorIsToldWithTheFile() {
        assertThat(EmbeddedPostgresComponent.cause(new EmbeddedPostgresException("system.user 'x' is no user.")))
                .isEqualTo("system.user 'x' is no user. See etc/org.esbmt.embedded.postgresql.cfg.");
    }
}
