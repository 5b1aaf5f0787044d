package org.esbmt.administration.soap.internal.credential;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class NoncesTest {
    private static final long KEPT = 1_000;

    private final AtomicLong nanos = new AtomicLong();
    private final Nonces nonces = new Nonces(nanos::get, KEPT);

    @Test
    void aLoginUsesANonceOnce() {
        assertThat(nonces.use("ada", "one")).isTrue();
        assertThat(nonces.use("ada", "one")).isFalse();
        assertThat(nonces.use("eve", "one")).isTrue();
    }

    @Test
    void anOldNonceIsForgotten() {
        nonces.use("ada", "one");
        nanos.addAndGet(KEPT + 1);

        assertThat(nonces.use("ada", "one")).isTrue();
    }

    @Test
    void aLoginWithTooManyNoncesLeavesRoomForOthers() {
        for (int i = 0; i < Nonces.MOST_OF_LOGIN; i++) {
            assertThat(nonces.use("eve", "nonce " + i)).isTrue();
        }

        assertThat(nonces.use("eve", "one more")).isFalse();
        assertThat(nonces.use("ada", "one")).isTrue();
        nanos.addAndGet(KEPT + 1);
        assertThat(nonces.use("eve", "one more")).isTrue();
    }
}
