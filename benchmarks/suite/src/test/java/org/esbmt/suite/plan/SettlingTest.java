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
    void threeAlikeSlicesOfWarmCodeHaveSettled() {
        assertThat(after(100, 102, 99).isSettled()).isTrue();
    }

    @Test
    void twoSlicesAreTooFew() {
        assertThat(after(100, 100).isSettled()).isFalse();
    }

    @Test
    void aSlowFallHasNotSettledBeforeItsEnd() {
        assertThat(after(159, 120, 112, 108, 104).isSettled()).isFalse();
        assertThat(after(101, 100).isSettled()).isFalse();
        assertThat(after(99).isSettled()).isTrue();
    }

    @Test
    void aBusyMachineTellsNothing() {
        assertThat(after(300, 22, 33, 26, 20, 35).isSettled()).isFalse();
    }

    @Test
    void aSliceBesideOtherWorkDoesNotHideTheBestOne() {
        assertThat(after(300, 180, 100, 104, 101, 99).isSettled()).isTrue();
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
