package org.esbmt.camel.se.internal.steps;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class CircuitTest {
    private final AtomicLong now = new AtomicLong(Long.MAX_VALUE - 50);
    private final Circuit circuit = new Circuit(50, 10, 4, 100, now::get);

    @Test
    void theCircuitOpensAtTheFailureRate() {
        calls(true, true, false);
        assertThat(circuit.isClosed()).isTrue();
        calls(false);
        assertThat(circuit.isClosed()).isFalse();
        assertThat(circuit.tryCall()).isNegative();
    }

    @Test
    void theCircuitForgetsCallsOutsideTheWindow() {
        calls(true, true, true, true, true, true, false, false, false, false);
        calls(true, true, true, true, true, true, true, true, true, true);
        calls(false, false, false, false);
        assertThat(circuit.isClosed()).isTrue();
        calls(false);
        assertThat(circuit.isClosed()).isFalse();
    }

    @Test
    void theOutcomeOfATrialDecides() {
        calls(false, false, false, false);
        now.addAndGet(99);
        assertThat(circuit.tryCall()).isNegative();
        now.addAndGet(1);
        long trial = circuit.tryCall();
        assertThat(trial).isNotNegative();
        assertThat(circuit.tryCall()).isNegative();
        circuit.ended(trial, false);
        assertThat(circuit.tryCall()).isNegative();

        now.addAndGet(100);
        circuit.ended(circuit.tryCall(), true);

        assertThat(circuit.isClosed()).isTrue();
        calls(false, false, false);
        assertThat(circuit.isClosed()).isTrue();
    }

    @Test
    void anEndlessTrialDoesNotKeepTheCircuitOpen() {
        calls(false, false, false, false);
        now.addAndGet(100);
        long lost = circuit.tryCall();
        now.addAndGet(100);
        long second = circuit.tryCall();
        assertThat(second).isNotNegative();

        circuit.ended(lost, false);
        circuit.ended(second, true);

        assertThat(circuit.isClosed()).isTrue();
    }

    @Test
    void earlierCallsDoNotDecideTheTrial() {
        long early = circuit.tryCall();
        calls(false, false, false, false);
        now.addAndGet(100);
        long trial = circuit.tryCall();

        circuit.ended(early, true);

        assertThat(circuit.isClosed()).isFalse();
        circuit.ended(trial, true);
        assertThat(circuit.isClosed()).isTrue();
    }

    private void calls(boolean... outcomes) {
        for (boolean success : outcomes) {
            circuit.ended(circuit.tryCall(), success);
        }
    }
}
