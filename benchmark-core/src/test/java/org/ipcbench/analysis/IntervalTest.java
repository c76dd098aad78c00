package org.ipcbench.analysis;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class IntervalTest {
    private static final double[] RATES = {980, 1_010, 995, 1_030, 940};
    private static final double MEAN_RATE = 991;

    /** The same volume at one of two speeds: the slow iterations take most of the time, so the rate is close to theirs. */
    @Test
    void surroundsTheRateOfAllIterationsTogether() {
        double[] amounts = new double[20];
        double[] seconds = new double[20];
        Arrays.fill(amounts, 10);
        Arrays.fill(seconds, 0, 10, 10);
        Arrays.fill(seconds, 10, 20, 2);
        Interval interval =
                Interval.bootstrapOfRate(amounts, seconds, new Random(1)).orElseThrow();
        assertThat(interval.low()).isBetween(1.2, 200.0 / 120);
        assertThat(interval.high()).isBetween(200.0 / 120, 2.5);
    }

    @Test
    void sameSeedGivesTheSameInterval() {
        assertThat(bootstrap(7, RATES)).isEqualTo(bootstrap(7, RATES)).isNotEqualTo(bootstrap(8, RATES));
    }

    @Test
    void intervalSurroundsTheMeanAndStaysWithinTheValues() {
        Interval interval = bootstrap(7, RATES).orElseThrow();

        assertThat(interval.low()).isBetween(940.0, MEAN_RATE);
        assertThat(interval.high()).isBetween(MEAN_RATE, 1_030.0);
        assertThat(interval.relativeWidth(MEAN_RATE)).isPositive();
    }

    @Test
    void equalValuesHaveAnIntervalOfNoWidth() {
        assertThat(bootstrap(7, 5, 5, 5)).contains(new Interval(5, 5));
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 2})
    void fewerThanThreeValuesHaveNoInterval(int count) {
        assertThat(bootstrap(7, new double[count])).isEmpty();
    }

    @Test
    void widthIsRelativeToTheCentre() {
        assertThat(new Interval(90, 115).relativeWidth(100)).isEqualTo(0.25);
    }

    private static Optional<Interval> bootstrap(long seed, double... values) {
        double[] seconds = new double[values.length];
        Arrays.fill(seconds, 1);
        return Interval.bootstrapOfRate(values, seconds, new Random(seed));
    }
}
