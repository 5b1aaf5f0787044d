package org.esbmt.camel.se.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.util.List;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.esbmt.testing.CapturedLog;
import org.junit.jupiter.api.Test;

class WarmUpTest {
    private final ConcurrentLinkedQueue<String> done = new ConcurrentLinkedQueue<>();

    @Test
    void theThreadEndsWithTheLastTask() {
        WarmUp warmUp = WarmUp.begin(List.of(() -> done.add("first"), () -> done.add("second")));

        await().until(warmUp::isOver);
        assertThat(warmUp.isComplete()).isTrue();
        assertThat(done).containsExactly("first", "second");
        warmUp.close();
    }

    @Test
    void aCloseAwaitsTheRunningTaskAndDropsTheOthers() throws Exception {
        CountDownLatch begun = new CountDownLatch(1);
        CountDownLatch mayEnd = new CountDownLatch(1);
        WarmUp warmUp = WarmUp.begin(List.of(
                () -> {
                    begun.countDown();
                    mayEnd.await();
                    done.add(Thread.currentThread().isInterrupted() ? "interrupted" : "first");
                },
                () -> done.add("second")));
        assertThat(begun.await(10, TimeUnit.SECONDS)).isTrue();
        Thread closing = new Thread(warmUp::close);

        closing.start();
        await().until(() -> closing.getState() == Thread.State.TIMED_WAITING);
        mayEnd.countDown();
        closing.join(10_000);

        assertThat(closing.isAlive()).isFalse();
        assertThat(warmUp.isOver()).isTrue();
        assertThat(warmUp.isComplete()).isFalse();
        assertThat(done).containsExactly("first");
    }

    @Test
    void aFailedTaskEndsTheThreadWithoutAWarning() {
        WarmUp warmUp;
        try (CapturedLog log = new CapturedLog()) {
            warmUp = WarmUp.begin(List.of(
                    () -> {
                        throw new IllegalStateException("of a test");
                    },
                    () -> done.add("second")));

            await().until(warmUp::isOver);
            assertThat(log.linesWith("The first deployment may take some seconds"))
                    .singleElement()
                    .asString()
                    .contains(" INFO ");
        }
        assertThat(warmUp.isComplete()).isFalse();
        assertThat(done).isEmpty();
        warmUp.close();
    }
}
