package org.esbmt.camel.se.internal.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.esbmt.camel.se.internal.engine.Deadlines.Timed;
import org.junit.jupiter.api.Test;

class DeadlinesTest {

    @Test
    void aFailureAtOneDeadlineDoesNotDelayOthers() {
        AtomicBoolean before = new AtomicBoolean();
        AtomicBoolean after = new AtomicBoolean();
        try (Deadlines deadlines = new Deadlines(Duration.ofMillis(1))) {
            deadlines.add(new Waiting(() -> {
                before.set(true);
                throw new IllegalStateException("the queue is full");
            }));
            await().untilTrue(before);
            deadlines.add(new Waiting(() -> after.set(true)));
            await().untilTrue(after);
        }
    }

    @Test
    void aRemovedExchangeIsNotNotifiedAndTheOthersAre() {
        AtomicInteger notified = new AtomicInteger();
        List<Waiting> removed = new ArrayList<>();
        AtomicLong nanos = new AtomicLong();
        try (Deadlines deadlines = new Deadlines(Duration.ofSeconds(1), nanos::get)) {
            for (int i = 0; i < 100; i++) {
                Waiting kept = new Waiting(notified::incrementAndGet);
                Waiting dropped = new Waiting(() -> notified.addAndGet(1_000));
                deadlines.remove(kept); // before it is there
                deadlines.add(kept);
                deadlines.add(dropped);
                removed.add(dropped);
            }
            Collections.shuffle(removed, new Random(1));
            removed.forEach(deadlines::remove);
            removed.forEach(deadlines::remove);

            nanos.set(Duration.ofSeconds(2).toNanos());
            await().untilAsserted(() -> assertThat(notified).hasValue(100));
        }
    }

    private static final class Waiting extends Timed {
        private final Runnable then;

        Waiting(Runnable then) {
            this.then = then;
        }

        @Override
        void expired() {
            then.run();
        }
    }
}
