package org.esbmt.jbi.container.api;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class InFlightTest {
    private static final Duration LONG = Duration.ofSeconds(30);

    @Test
    void closingWaitsForEnteredWorkAndNothingEntersAfterwards() {
        InFlight inFlight = new InFlight();
        assertThat(inFlight.enter()).isTrue();
        assertThat(inFlight.enter()).isTrue();
        inFlight.close();
        inFlight.close();
        assertThat(inFlight.enter()).isFalse();
        assertThat(inFlight.count()).isEqualTo(2);
        assertThat(inFlight.awaitEmpty(Duration.ZERO)).isFalse();
        inFlight.leave();
        assertThat(inFlight.awaitEmpty(Duration.ZERO)).isFalse();
        inFlight.leave();
        assertThat(inFlight.awaitEmpty(LONG)).isTrue();
        assertThat(inFlight.isClosed()).isTrue();
        assertThat(inFlight.count()).isZero();
    }

    @Test
    void anEmptyOneIsEmptyAtOnce() {
        InFlight inFlight = new InFlight();
        inFlight.close();
        assertThat(inFlight.awaitEmpty(Duration.ZERO)).isTrue();
    }

    @Test
    void concurrentWorkHasLeftWhenTheCounterIsEmpty() {
        for (int round = 0; round < 200; round++) {
            InFlight inFlight = new InFlight();
            AtomicInteger inside = new AtomicInteger();
            List<CompletableFuture<Void>> visitors = new ArrayList<>();
            for (int i = 0; i < 3; i++) {
                visitors.add(CompletableFuture.runAsync(() -> {
                    while (inFlight.enter()) {
                        inside.incrementAndGet();
                        inside.decrementAndGet();
                        inFlight.leave();
                    }
                }));
            }
            inFlight.close();
            assertThat(inFlight.awaitEmpty(LONG)).isTrue();
            assertThat(inside).hasValue(0);
            visitors.forEach(CompletableFuture::join);
            assertThat(inFlight.count()).isZero();
        }
    }
}
