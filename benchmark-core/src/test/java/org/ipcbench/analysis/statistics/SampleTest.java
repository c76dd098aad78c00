package org.ipcbench.analysis.statistics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class SampleTest {

    /** Values of −1, 0, …, 0 and 1 have a standard error of one divided by a simple root. */
    @ParameterizedTest
    @CsvSource({"3, 4.303", "5, 2.776", "10, 2.262", "30, 2.045"})
    void halfWidthIsThatOfStudentsTable(int count, double quantile) {
        double[] values = new double[count];
        values[0] = -1;
        values[1] = 1;
        double standardError = Math.sqrt(2.0 / (count - 1) / count);

        Interval interval = new Sample(values).interval().orElseThrow();

        assertThat(interval.high() / standardError).isCloseTo(quantile, within(0.001));
        assertThat(interval.low()).isCloseTo(-interval.high(), within(1e-12));
    }

    /** The same values, moved by as many standard errors as Student's table has for 5 %. */
    @ParameterizedTest
    @CsvSource({"3, 4.303", "5, 2.776", "10, 2.262", "30, 2.045"})
    void pValueIsThatOfStudentsTable(int count, double quantile) {
        double[] values = new double[count];
        values[0] = -1;
        values[1] = 1;
        double standardError = Math.sqrt(2.0 / (count - 1) / count);

        Sample sample = new Sample(values);

        assertThat(sample.map(value -> value - quantile * standardError)
                        .pValue()
                        .orElseThrow())
                .isCloseTo(0.05, within(0.0001));
        assertThat(sample.pValue()).hasValue(1);
        assertThat(new Sample(1, 1, 1).pValue()).hasValue(0);
        assertThat(new Sample(1, 2).pValue()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 2})
    void fewerThanThreeValuesHaveNoInterval(int count) {
        assertThat(new Sample(new double[count]).interval()).isEmpty();
    }

    @Test
    void equalValuesLeaveNoDoubt() {
        assertThat(new Sample(5, 5, 5).interval()).contains(new Interval(5, 5));
    }

    @Test
    void geometricIntervalReachesByTheSameFactorBothWays() {
        Sample sample = new Sample(50, 100, 200);
        Interval interval = sample.geometricInterval().orElseThrow();

        assertThat(sample.geometricMean()).isCloseTo(100, within(1e-9));
        assertThat(interval.low() * interval.high()).isCloseTo(10_000, within(1e-6));
    }

    @Test
    void halfWidthIsAShareOfTheCentre() {
        assertThat(new Interval(90, 115).relativeHalfWidth(100)).isEqualTo(0.125);
        assertThatIllegalArgumentException().isThrownBy(() -> new Interval(2, 1));
    }
}
