package org.esbmt.suite.statistics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class IntervalTest {
    /** The additional hours of sleep by the second drug of Student (1908), as in the data set "sleep" of R. */
    private static final double[] SECOND_DRUG = {1.9, 0.8, 1.1, 0.1, -0.1, 4.4, 5.5, 1.6, 4.6, 3.4};

    @Test
    void intervalOfAMeanIsThatOfStudent() {
        // t.test(sleep$extra[sleep$group == 2]): mean 2.33, 0.8976775 to 3.7623225
        Interval interval = Interval.ofMean(SECOND_DRUG, 0.95);
        assertThat(interval.estimate()).isEqualTo(2.33, within(1e-9));
        assertThat(interval.low()).isEqualTo(0.8976775, within(1e-6));
        assertThat(interval.high()).isEqualTo(3.7623225, within(1e-6));
    }

    @Test
    void quantilesAreThoseOfTheTables() {
        // Critical values of Student's distribution in the handbook of NIST, 1.3.6.7.2.
        assertThat(Interval.quantile(1, 0.95)).isEqualTo(12.706, within(5e-4));
        assertThat(Interval.quantile(4, 0.99)).isEqualTo(4.604, within(5e-4));
        assertThat(Interval.quantile(9, 0.95)).isEqualTo(2.262, within(5e-4));
        assertThat(Interval.quantile(100, 0.90)).isEqualTo(1.660, within(5e-4));
    }

    @Test
    void ratiosThatCancelEachOtherHaveTheMeanOne() {
        Interval interval = Interval.ofRatios(new double[] {2, 0.5, 4, 0.25}, 0.95);
        assertThat(interval.estimate()).isEqualTo(1, within(1e-9));
        assertThat(interval.low() * interval.high()).isEqualTo(1, within(1e-9));
        assertThat(interval.contains(1)).isTrue();
    }

    @Test
    void aRatioOfZeroIsRefused() {
        assertThatThrownBy(() -> Interval.ofRatios(new double[] {1, 0}, 0.95))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("above zero");
    }

    @Test
    void bootstrapHasTheSameResultWithTheSameSeed() {
        assertThat(Interval.ofMedian(SECOND_DRUG, 0.95, 7)).isEqualTo(Interval.ofMedian(SECOND_DRUG, 0.95, 7));
        assertThat(Interval.ofMedian(SECOND_DRUG, 0.95, 7).estimate()).isEqualTo(1.75, within(1e-9));
    }

    @Test
    void intervalsHoldTheTrueValueAsOftenAsTheyClaim() {
        Random random = new Random(20);
        int[] held = new int[2];
        int samples = 200;
        for (int i = 0; i < samples; i++) {
            double[] values = IntStream.range(0, 20)
                    .mapToDouble(j -> 5 + random.nextGaussian())
                    .toArray();
            held[0] += Interval.ofMean(values, 0.95).contains(5) ? 1 : 0;
            held[1] += Interval.ofMedian(values, 0.95, i).contains(5) ? 1 : 0;
        }
        // 190 of 200 are due; four standard deviations are 12.
        assertThat(held[0]).isBetween(178, 199);
        assertThat(held[1]).isBetween(175, 199);
    }

    @Test
    void aSampleWithoutAFiniteValueIsRefused() {
        double[] broken = Arrays.copyOf(SECOND_DRUG, 11);
        broken[10] = Double.NaN;
        assertThatThrownBy(() -> Interval.ofMean(broken, 0.95)).hasMessageContaining("NaN");
        assertThatThrownBy(() -> Interval.ofMean(new double[] {1}, 0.95)).hasMessageContaining("too few");
        assertThatThrownBy(() -> Interval.ofMean(SECOND_DRUG, 1)).hasMessageContaining("level");
    }
}
