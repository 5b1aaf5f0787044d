package org.esbmt.suite.plan;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class SettlingTest {
    private final Settling settling = new Settling();

    private Settling after(double... micros) {
        for (double slice : micros) {
            settling.add(slice);
        }
        return settling;
    }

    @Test
    void threeAlikeSlicesHaveSettled() {
        assertThat(after(300, 100, 102, 99).isSettled()).isTrue();
    }

    @Test
    void twoSlicesAreTooFew() {
        assertThat(after(100, 100).isSettled()).isFalse();
    }

    @Test
    void aFallingCostHasNotSettled() {
        assertThat(after(159, 120, 108, 104).isSettled()).isFalse();
    }

    @Test
    void aLaterCompilationUnsettles() {
        assertThat(after(100, 100, 100, 140).isSettled()).isFalse();
    }

    @Test
    void aSliceWithoutAnAnswerIsNotAlike() {
        assertThat(after(100, Double.NaN, 100).isSettled()).isFalse();
    }
}
