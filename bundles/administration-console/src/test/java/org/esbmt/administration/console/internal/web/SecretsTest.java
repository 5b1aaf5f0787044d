package org.esbmt.administration.console.internal.web;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class SecretsTest {
    private final AtomicLong nanos = new AtomicLong();
    private final Secrets secrets = new Secrets(nanos::get);

    @Test
    void aSecretIsShownOnceToItsAdministrator() {
        secrets.of("ada", "op", () -> "secret");

        assertThat(secrets.show("eve", "op")).isEmpty();
        assertThat(secrets.show("ada", "op")).contains("secret");
        assertThat(secrets.show("ada", "op")).isEmpty();
        assertThat(secrets.of("ada", "op", () -> "another")).isEqualTo("secret");
    }

    @Test
    void theSameRequestHasTheSameSecret() {
        assertThat(secrets.of("ada", "op", () -> "first")).isEqualTo("first");
        assertThat(secrets.of("ada", "op", () -> "second")).isEqualTo("first");
        assertThat(secrets.of("ada", "other", () -> "second")).isEqualTo("second");
    }

    @Test
    void anOldSecretIsForgotten() {
        secrets.of("ada", "op", () -> "secret");
        nanos.addAndGet(Duration.ofMinutes(6).toNanos());

        assertThat(secrets.show("ada", "op")).isEmpty();
    }

    @Test
    void secretsAreBounded() {
        for (int i = 0; i < 2_000; i++) {
            secrets.of("ada", "op" + i, () -> "secret");
        }

        assertThat(secrets.show("ada", "op0")).isEmpty();
        assertThat(secrets.show("ada", "op1999")).contains("secret");
    }

    @Test
    void anAdministratorDropsNoSecretOfOthers() {
        secrets.of("ada", "op", () -> "secret");
        for (int i = 0; i < 2_000; i++) {
            secrets.of("eve", "op" + i, () -> "another");
        }

        assertThat(secrets.show("ada", "op")).contains("secret");
    }

    @Test
    void allSecretsTogetherAreBounded() {
        for (int i = 0; i < 2_000; i++) {
            secrets.of("user" + i, "op", () -> "secret");
        }

        assertThat(secrets.show("user0", "op")).isEmpty();
        assertThat(secrets.show("user1999", "op")).contains("secret");
    }
}
