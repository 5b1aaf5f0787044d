package org.esbmt.tenancy.authentication.internal;

import static java.util.concurrent.TimeUnit.MILLISECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(120)
class FairQueueTest {
    /** More than any pause of a busy machine. */
    private static final long PATIENT_MILLIS = 90_000;

    private final List<String> done = new CopyOnWriteArrayList<>();

    @Test
    void lanesAreServedInTurnWithAnyBacklogInOne() throws Exception {
        CountDownLatch last = new CountDownLatch(5);
        try (FairQueue<String> queue = new FairQueue<>("test", 1, 100, 100)) {
            for (String work : List.of("a1", "a2", "a3", "b1", "c1")) {
                assertThat(queue.offer(work.substring(0, 1), () -> {
                            done.add(work);
                            last.countDown();
                        }))
                        .isTrue();
            }
            queue.start();
            assertThat(last.await(PATIENT_MILLIS, MILLISECONDS)).isTrue();
        }
        assertThat(done).containsExactly("a1", "b1", "c1", "a2", "a3");
    }

    @Test
    void aFullLaneDoesNotFillTheOthersAndTheWholeHasAnEnd() {
        try (FairQueue<String> queue = new FairQueue<>("test", 1, 3, 2)) {
            assertThat(queue.offer("a", () -> {})).isTrue();
            assertThat(queue.offer("a", () -> {})).isTrue();
            assertThat(queue.offer("a", () -> {})).isFalse();
            assertThat(queue.offer("b", () -> {})).isTrue();
            assertThat(queue.offer("c", () -> {})).isFalse();
            assertThat(queue.waiting()).isEqualTo(3);
        }
    }

    @Test
    void workThatFailsDoesNotEndTheThread() throws Exception {
        CountDownLatch last = new CountDownLatch(1);
        try (FairQueue<String> queue = new FairQueue<String>("test", 1, 10, 10).start()) {
            queue.offer("a", () -> {
                throw new IllegalStateException("expected by the test");
            });
            queue.offer("a", last::countDown);
            assertThat(last.await(PATIENT_MILLIS, MILLISECONDS)).isTrue();
        }
    }

    @Test
    void closingWaitsForRunningWork() throws Exception {
        CountDownLatch runs = new CountDownLatch(1);
        CountDownLatch goOn = new CountDownLatch(1);
        FairQueue<String> queue = new FairQueue<String>("test", 1, 10, 10, PATIENT_MILLIS).start();
        queue.offer("a", () -> {
            runs.countDown();
            try {
                goOn.await();
                done.add("a");
            } catch (InterruptedException e) {
                done.add("interrupted");
            }
        });
        assertThat(runs.await(PATIENT_MILLIS, MILLISECONDS)).isTrue();
        Thread closing = new Thread(queue::close);
        closing.start();
        await().atMost(PATIENT_MILLIS, MILLISECONDS).until(() -> closing.getState() == Thread.State.TIMED_WAITING);
        goOn.countDown();
        closing.join();
        assertThat(done).containsExactly("a");
    }

    @Test
    void closingRunsTheWaitingWork() {
        FairQueue<String> queue = new FairQueue<>("test", 1, 10, 10);
        queue.offer("a", () -> done.add("a"));
        queue.close();
        assertThat(done).containsExactly("a");
        assertThat(queue.offer("a", () -> done.add("late"))).isFalse();
    }
}
