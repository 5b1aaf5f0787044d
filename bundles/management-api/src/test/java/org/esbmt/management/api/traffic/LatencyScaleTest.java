package org.esbmt.management.api.traffic;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Random;
import org.assertj.core.data.Percentage;
import org.junit.jupiter.api.Test;

class LatencyScaleTest {

    @Test
    void everyLatencyIsInTheBucketThatBeginsBelowIt() {
        for (int bucket = 0; bucket < LatencyScale.BUCKETS; bucket++) {
            long from = LatencyScale.from(bucket);
            assertThat(LatencyScale.bucket(from)).isEqualTo(bucket);
            if (bucket > 0) {
                assertThat(LatencyScale.bucket(from - 1)).isEqualTo(bucket - 1);
            }
        }
        assertThat(LatencyScale.bucket(Long.MAX_VALUE)).isEqualTo(LatencyScale.BUCKETS - 1);
        assertThat(LatencyScale.bucket(-5)).isZero(); // a clock that went back
    }

    @Test
    void quantilesAreCloseToThoseOfTheLatenciesThemselves() {
        Random random = new Random(7);
        long[] latencies = random.doubles(10_000)
                .mapToLong(d -> (long) (300_000 * Math.exp(3 * d)))
                .sorted()
                .toArray();
        long[] counts = new long[LatencyScale.BUCKETS];
        for (long latency : latencies) {
            counts[LatencyScale.bucket(latency)]++;
        }

        for (double fraction : new double[] {0.01, 0.25, 0.5, 0.9, 0.99, 0.999}) {
            long exact = latencies[(int) (fraction * latencies.length)];
            assertThat((double) LatencyScale.quantile(counts, fraction))
                    .isCloseTo((double) exact, Percentage.withPercentage(18));
        }
    }

    @Test
    void noLatencyHasNoQuantile() {
        assertThat(LatencyScale.quantile(new long[LatencyScale.BUCKETS], 0.5)).isEqualTo(-1);
    }

    @Test
    void oneLatencyIsEveryQuantile() {
        long[] counts = new long[LatencyScale.BUCKETS];
        counts[LatencyScale.bucket(1_000_000)] = 1;
        for (double fraction : new double[] {0, 0.5, 1}) {
            assertThat((double) LatencyScale.quantile(counts, fraction)).isCloseTo(1_000_000, within(350_000.0));
        }
    }
}
