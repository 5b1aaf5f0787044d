package org.esbmt.guarded.saxon;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.lang.reflect.Field;
import java.text.Normalizer;
import java.time.Duration;
import net.sf.saxon.lib.StandardURIChecker;
import org.esbmt.guarded.saxon.EvaluationStopped.Reason;
import org.junit.jupiter.api.Test;

class BoundedTest {
    @Test
    void arraysAreBoundedByTheirBytes() {
        assertThat(Bounded.length(64 << 20, 1)).isEqualTo(64 << 20);
        assertThat(Bounded.length(8 << 20, 8)).isEqualTo(8 << 20);
        assertThatThrownBy(() -> Bounded.length((8 << 20) + 1, 8))
                .isInstanceOfSatisfying(
                        EvaluationStopped.class, e -> assertThat(e.reason()).isEqualTo(Reason.MEMORY));
        assertThatThrownBy(() -> Bounded.length(Integer.MAX_VALUE, 2)).isInstanceOf(EvaluationStopped.class);
    }

    private static void assertTooLarge(Evaluation.Bounds bounds, Evaluation.Work<?, RuntimeException> work) {
        assertThatThrownBy(() -> Evaluation.run(bounds, work))
                .isInstanceOfSatisfying(
                        EvaluationStopped.class, e -> assertThat(e.reason()).isEqualTo(Reason.MEMORY));
    }

    @Test
    void anEvaluationMayDoLessAtOnce() {
        Evaluation.Bounds few = new Evaluation.Bounds(Duration.ofMinutes(1), 1 << 30, 100_000);
        Evaluation.Bounds usual = new Evaluation.Bounds(Duration.ofMinutes(1), 1 << 30);
        String marked = ("a" + "\u0316\u0301".repeat(50)).repeat(30);

        assertThat(Evaluation.<Integer, RuntimeException>run(few, () -> Bounded.length(100_000, 1)))
                .isEqualTo(100_000);
        assertTooLarge(few, () -> Bounded.length(100_001, 1));
        assertTooLarge(few, () -> Bounded.normalize("a".repeat(100_001), Normalizer.Form.NFC));
        assertTooLarge(few, () -> Bounded.normalize(marked, Normalizer.Form.NFC));
        assertThat(Evaluation.<String, RuntimeException>run(
                        usual, () -> Bounded.normalize(marked, Normalizer.Form.NFC)))
                .isEqualTo(Normalizer.normalize(marked, Normalizer.Form.NFC));
    }

    /** Saxon's checker would keep addresses of one message until the thread's next ones. */
    @Test
    void saxonKeepsNothingInAThread() throws Exception {
        Field caches = StandardURIChecker.class.getDeclaredField("caches");
        caches.setAccessible(true);
        for (int i = 0; i < 2; i++) {
            assertThat(StandardURIChecker.getInstance().isValidURI("urn:a")).isTrue();
            assertThat(((ThreadLocal<?>) caches.get(null)).get()).isNull();
        }
    }

    private static int frames(int more) {
        return more == 0 ? 0 : frames(more - 1) + 1;
    }

    /** Recurses to the end of the stack. At each depth it descends as much further as an initialization may. */
    private static int descend(int depth, int[] deepest) {
        Guard.room();
        deepest[0] = frames(400);
        return depth == Integer.MAX_VALUE ? 0 : descend(depth + 1, deepest) + 1;
    }

    @Test
    void evaluationStopsWhileInitializationsStillHaveRoom() {
        int[] deepest = new int[1];

        assertThatThrownBy(() -> descend(0, deepest))
                .as("never the end of the stack itself")
                .isInstanceOfSatisfying(
                        EvaluationStopped.class, e -> assertThat(e.reason()).isEqualTo(Reason.DEPTH));
        assertThat(deepest[0]).isEqualTo(400);
    }
}
