package org.esbmt.camel.se.internal.steps;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class TurnsTest {
    private final AtomicLong now = new AtomicLong(Long.MAX_VALUE - 500);

    @Test
    void noPeriodHasMoreTurnsThanTheRateAndTheOrderIsKept() {
        Turns turns = new Turns(7, 100, now::get);
        Random random = new Random(1);
        List<Long> granted = new ArrayList<>();
        for (int i = 0; i < 10_000; i++) {
            now.addAndGet(random.nextInt(20));
            long wait = turns.untilNext(300);
            if (wait != Turns.TOO_LONG) {
                assertThat(wait).isBetween(0L, 300L);
                turns.take();
                granted.add(now.get() + wait);
            }
        }
        assertThat(granted.size()).isBetween(5_000, 10_000);
        for (int i = 7; i < granted.size(); i++) {
            assertThat(granted.get(i) - granted.get(i - 7)).isGreaterThanOrEqualTo(100);
            assertThat(granted.get(i) - granted.get(i - 1)).isNotNegative();
        }
    }

    @Test
    void anUnusedTurnGoesToTheNextExchange() {
        Turns turns = new Turns(1, 100, now::get);
        turns.untilNext(1000);
        turns.take();
        assertThat(turns.untilNext(1000)).isEqualTo(100);
        assertThat(turns.untilNext(1000)).isEqualTo(100);
        assertThat(turns.untilNext(99)).isEqualTo(Turns.TOO_LONG);
    }

    @Test
    void highRateCostsNoMemoryBeforeItIsUsed() {
        Turns turns = new Turns(Integer.MAX_VALUE, 100, now::get);
        for (int i = 0; i < 1000; i++) {
            assertThat(turns.untilNext(0)).isZero();
            turns.take();
        }
    }
}
