package org.esbmt.jbi.container.api;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class LogAllowanceTest {
    private final AtomicLong nanos = new AtomicLong(-7);
    private final LogAllowance lines = new LogAllowance(nanos::get);

    @Test
    void aFloodOfFailuresWritesFewLinesAndTheNumberOfOmittedOnes() {
        for (int i = 0; i < LogAllowance.LINES; i++) {
            assertThat(lines.take()).isZero();
        }
        for (int i = 0; i < 1000; i++) {
            assertThat(lines.take()).isEqualTo(-1);
        }

        nanos.addAndGet(LogAllowance.EVERY_NANOS);

        assertThat(lines.take()).isEqualTo(1000);
        assertThat(lines.take()).isZero();
    }
}
