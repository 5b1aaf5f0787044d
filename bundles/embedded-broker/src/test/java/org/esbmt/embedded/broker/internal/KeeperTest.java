package org.esbmt.embedded.broker.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class KeeperTest {
    private static final Duration LIMIT = Duration.ofSeconds(20);
    /** With delays that double this many take half a minute. */
    private static final int OFTEN = 6;

    private final Availability availability = new Availability();
    private final AtomicInteger lives = new AtomicInteger();
    private Keeper keeper;

    @AfterEach
    void close() {
        keeper.close(LIMIT);
        assertThat(availability.state().isUp()).isFalse();
    }

    @Test
    void whatIsCutAgainAndAgainComesBackEachTimeAsSoonAsAtFirst() {
        keeper = keeper();

        await().atMost(LIMIT).until(() -> lives.get() >= OFTEN);
    }

    /** Each life ends when it has begun. */
    private Keeper keeper() {
        Keeper made = new Keeper(
                "What is tried",
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

    private static final class Nothing implements Keeper.Life {
        @Override
        public String sentence() {
            return "It is up.";
        }

        @Override
        public void close() {
            // there is nothing to close
        }
    }
}
