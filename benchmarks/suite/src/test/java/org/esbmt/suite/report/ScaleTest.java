package org.esbmt.suite.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

class ScaleTest {
    @Test
    void equalRatiosHaveEqualDistancesOnALogarithmicScale() {
        Scale scale = new Scale(true, List.of(1.0, 100.0), 0, 200);
        assertThat(scale.pixel(10) - scale.pixel(1)).isCloseTo(scale.pixel(100) - scale.pixel(10), within(1e-9));
        assertThat(scale.ticks()).containsExactly(1.0, 2.0, 5.0, 10.0, 20.0, 50.0, 100.0);
    }

    @Test
    void alikeValuesAreAFlatLineBetweenTicks() {
        Scale scale = new Scale(true, List.of(98.0, 104.0), 0, 200);
        assertThat(Math.abs(scale.pixel(104) - scale.pixel(98))).isLessThan(20);
        assertThat(scale.ticks()).hasSizeBetween(3, 9);
    }

    @Test
    void aLinearScaleBeginsAtZero() {
        Scale scale = new Scale(false, List.of(20.0, 60.0), 10, 110);
        assertThat(scale.pixel(0)).isEqualTo(10, within(1e-9));
        assertThat(scale.ticks()).hasSizeBetween(3, 9).startsWith(0.0);
    }

    @Test
    void narrowTicksAreLeftOut() {
        Scale scale = new Scale(false, List.of(0.0, 1.0, 20.0), 0, 100);
        assertThat(scale.ticks(new TreeSet<>(List.of(0.0, 1.0, 20.0)), tick -> 30))
                .containsExactly(0.0, 20.0);
    }

    @Test
    void oneValueHasAScale() {
        for (boolean logarithmic : new boolean[] {true, false}) {
            Scale scale = new Scale(logarithmic, List.of(0.0), 0, 100);
            assertThat(scale.pixel(0)).isBetween(0.0, 100.0);
            assertThat(scale.ticks()).isNotEmpty().allMatch(Double::isFinite);
        }
    }

    @Test
    void figuresHaveThreeDigits() {
        assertThat(Texts.figure(1.23456)).isEqualTo("1.23");
        assertThat(Texts.figure(0.00123456)).isEqualTo("0.00123");
        assertThat(Texts.figure(12345.6)).isEqualTo("12,346");
        assertThat(Texts.figure(20)).isEqualTo("20");
        assertThat(Texts.figure(Double.NaN)).isEqualTo("-");
        assertThat(Texts.range(0.9996, 100.4)).isEqualTo("1.00..100");
        assertThat(Texts.range(-86.72, 1.3)).isEqualTo("-86.7..1.30");
        assertThat(Texts.size(512)).isEqualTo("512 B");
        assertThat(Texts.size(10_240)).isEqualTo("10 KB");
        assertThat(Texts.size(1_048_576)).isEqualTo("1 MB");
    }
}
