package org.esbmt.camel.se.internal.engine;

import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicBoolean;
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

    private static final class Waiting implements Timed {
        private final Runnable then;
        private long tick;

        Waiting(Runnable then) {
            this.then = then;
        }

        @Override
        public long deadline() {
            return tick;
        }

        @Override
        public void deadline(long given) {
            tick = given;
        }

        @Override
        public void expired() {
            then.run();
        }
    }
}
