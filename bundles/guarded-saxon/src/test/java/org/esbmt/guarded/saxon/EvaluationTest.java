package org.esbmt.guarded.saxon;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import org.esbmt.guarded.saxon.EvaluationStopped.Reason;
import org.junit.jupiter.api.Test;

class EvaluationTest {
    private static final Duration BOUND = Duration.ofMillis(100);

    private static void park(Duration time) {
        long until = System.nanoTime() + time.toNanos();
        while (System.nanoTime() < until) {
            LockSupport.parkNanos(until - System.nanoTime());
        }
    }

    /** On a busy machine an evaluation has the processor for a small part of the time only. */
    @Test
    void timeWithoutAProcessorDoesNotCount() {
        Duration bound = Duration.ofSeconds(1); // ten seconds by the clock, since this machine may pause, too
        String result = Evaluation.run(new Evaluation.Bounds(bound, 1 << 30), () -> {
            park(bound.multipliedBy(2));
            Guard.check();
            return "done";
        });

        assertThat(result).isEqualTo("done");
    }

    @Test
    void elapsedTimeIsBoundedToo() {
        assertThatThrownBy(() -> Evaluation.run(new Evaluation.Bounds(BOUND, 1 << 30), () -> {
                    while (true) {
                        park(Duration.ofMillis(5));
                        Guard.check();
                    }
                }))
                .isInstanceOfSatisfying(
                        EvaluationStopped.class, e -> assertThat(e.reason()).isEqualTo(Reason.TIME));
    }

    @Test
    void timeOfAProcessorCounts() {
        long since = System.nanoTime();
        assertThatThrownBy(() -> Evaluation.run(new Evaluation.Bounds(BOUND, 1 << 30), () -> {
                    while (true) {
                        Guard.check();
                    }
                }))
                .isInstanceOfSatisfying(
                        EvaluationStopped.class, e -> assertThat(e.reason()).isEqualTo(Reason.TIME));
        assertThat(System.nanoTime() - since).isGreaterThanOrEqualTo(BOUND.toNanos());
    }

    @Test
    void memoryCounts() {
        assertThatThrownBy(() -> Evaluation.run(new Evaluation.Bounds(Duration.ofMinutes(1), 16 << 20), () -> {
                    long sum = 0;
                    while (true) {
                        sum += new byte[64 * 1024].length;
                        Guard.check();
                        if (sum < 0) {
                            return sum;
                        }
                    }
                }))
                .isInstanceOfSatisfying(
                        EvaluationStopped.class, e -> assertThat(e.reason()).isEqualTo(Reason.MEMORY));
    }

    /** Runs an evaluation at each depth, until the stack ends. */
    private static void down(int more) {
        if (more > 0) {
            Evaluation.<Integer, RuntimeException>run(new Evaluation.Bounds(BOUND, 1 << 30), () -> more);
            down(more - 1);
        }
    }

    /** The thread goes on with the messages of others. */
    @Test
    void anEvaluationAtTheEndOfTheStackLeavesNothingBehind() {
        for (int i = 0; i < 20; i++) {
            assertThatThrownBy(() -> down(1_000_000))
                    .isInstanceOfAny(StackOverflowError.class, EvaluationStopped.class);

            down(1);
        }
    }
}
