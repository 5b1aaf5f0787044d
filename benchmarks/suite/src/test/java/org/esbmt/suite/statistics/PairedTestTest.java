package org.esbmt.suite.statistics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.Map;
import org.junit.jupiter.api.Test;

class PairedTestTest {
    /** The additional hours of sleep of ten patients by two drugs: Student, The probable error of a mean, 1908. */
    private static final double[] FIRST_DRUG = {0.7, -1.6, -0.2, -1.2, -0.1, 3.4, 3.7, 0.8, 0.0, 2.0};

    private static final double[] SECOND_DRUG = {1.9, 0.8, 1.1, 0.1, -0.1, 4.4, 5.5, 1.6, 4.6, 3.4};

    @Test
    void sleepOfStudentsPatientsIsAsPublished() {
        // R, t.test(extra ~ group, sleep, paired): t = -4.0621, df = 9, p = 0.002833, -2.4598858 to -0.7001142
        PairedTest test = PairedTest.of(FIRST_DRUG, SECOND_DRUG);
        assertThat(test.t()).isEqualTo(-4.0621, within(5e-5));
        assertThat(test.degreesOfFreedom()).isEqualTo(9);
        assertThat(test.p()).isEqualTo(0.002833, within(5e-7));
        assertThat(test.difference().estimate()).isEqualTo(-1.58, within(1e-9));
        assertThat(test.difference().low()).isEqualTo(-2.4598858, within(1e-7));
        assertThat(test.difference().high()).isEqualTo(-0.7001142, within(1e-7));
    }

    @Test
    void equalSamplesHaveNoDifference() {
        PairedTest test = PairedTest.of(FIRST_DRUG, FIRST_DRUG);
        assertThat(test.t()).isZero();
        assertThat(test.p()).isEqualTo(1);
    }

    @Test
    void equalDifferencesAreCertain() {
        PairedTest test = PairedTest.of(new double[] {2, 3, 4}, new double[] {1, 2, 3});
        assertThat(test.t()).isInfinite();
        assertThat(test.p()).isZero();
    }

    @Test
    void samplesOfDifferentLengthAreRefused() {
        assertThatThrownBy(() -> PairedTest.of(FIRST_DRUG, new double[] {1, 2})).hasMessageContaining("no pairs");
    }

    @Test
    void roundsWithoutAPartnerAreLeftOut() {
        Rounds one = Rounds.of(Map.of(1, 4.0, 2, 6.0, 3, 100.0));
        Rounds other = Rounds.of(Map.of(1, 2.0, 2, 2.0, 4, 1.0));
        assertThat(one.ratiosTo(other).values()).containsExactly(Map.entry(1, 2.0), Map.entry(2, 3.0));
        assertThat(one.test(other).pairs()).isEqualTo(2);
    }
}
