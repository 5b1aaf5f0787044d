package org.esbmt.guarded.saxon;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

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
