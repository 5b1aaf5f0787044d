package org.esbmt.embedded.broker.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class ReconnectLoopTest {
    private static final Duration LIMIT = Duration.ofSeconds(20);
    /** With doubling delays this many attempts take half a minute. */
    private static final int OFTEN = 6;

    private final Availability availability = new Availability();
    private final AtomicInteger lives = new AtomicInteger();
    private ReconnectLoop loop;

    @AfterEach
    void close() {
        loop.close(LIMIT);
        assertThat(availability.state().isUp()).isFalse();
    }

    @Test
    void aProvenConnectionIsAlwaysRestoredAfterTheFirstDelay() {
        loop = loop();

        await().atMost(LIMIT).until(() -> lives.get() >= OFTEN);
    }

    /** Each life ends right after its begin. */
    private ReconnectLoop loop() {
        ReconnectLoop made = new ReconnectLoop(
                "The connection",
                end -> {
                    lives.incrementAndGet();
                    end.because("It was cut.");
                    return new Nothing();
                },
                availability,
                Duration.ZERO);
        made.start();
        return made;
    }

    private static final class Nothing implements ReconnectLoop.Life {
        @Override
        public String sentence() {
            return "It is up.";
        }

        @Override
        public void close() {
            // nothing to close
        }
    }
}
