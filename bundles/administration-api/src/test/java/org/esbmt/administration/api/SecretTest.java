package org.esbmt.administration.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

class SecretTest {
    private static char[] characters(int count) {
        return "x".repeat(count).toCharArray();
    }

    /** Tokens of common issuers have more than a thousand characters. */
    @Test
    void longTokensAreTaken() {
        try (Secret secret = new Secret(characters(4096))) {
            assertThat(secret.bytes()).hasSize(4096);
        }
    }

    @Test
    void noneAndTooManyCharactersAreRefused() {
        assertThatThrownBy(() -> new Secret(characters(4097))).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> new Secret(characters(0))).isInstanceOf(IllegalArgumentException.class);
    }
}
