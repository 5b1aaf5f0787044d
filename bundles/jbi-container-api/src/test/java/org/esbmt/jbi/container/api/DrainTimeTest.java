package org.esbmt.jbi.container.api;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class DrainTimeTest {
    private final AtomicBoolean stops = new AtomicBoolean();
    private final AtomicLong now = new AtomicLong(Long.MAX_VALUE - 50);
    private final DrainTime time = new DrainTime(Duration.ofNanos(100), stops::get, now::get);

    @Test
    void whileTheBusRunsEachClosingHasTheWholeTime() {
        assertThat(time.left()).hasNanos(100);
        now.addAndGet(70);
        assertThat(time.left()).hasNanos(100);
        assertThat(time.isLast()).isFalse();
    }

    @Test
    void whenTheBusStopsAllHaveItTogether() {
        stops.set(true);
        assertThat(time.left()).hasNanos(100);
        now.addAndGet(70);
        assertThat(time.left()).hasNanos(30);
        now.addAndGet(70);
        assertThat(time.left()).isZero();
        assertThat(time.isLast()).isTrue();
    }
}
