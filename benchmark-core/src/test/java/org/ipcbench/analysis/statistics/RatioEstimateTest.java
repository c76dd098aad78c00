package org.ipcbench.analysis.statistics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import java.util.stream.DoubleStream;
import org.junit.jupiter.api.Test;

final class RatioEstimateTest {

    /** The textbook's formulas by hand: means 2 and 3, variances 1 and 4, so error² = 1/3 + 4/3. */
    @Test
    void meansOfLogarithmsAreComparedByWelchsTest() {
        RatioEstimate comparison = RatioEstimate.unpaired(exponentials(1, 2, 3), exponentials(1, 3, 5))
                .orElseThrow();

        assertThat(comparison.ratio()).isCloseTo(Math.E, within(1e-9));
        assertThat(comparison.logRatio().standardError()).isCloseTo(Math.sqrt(5 / 3.0), within(1e-9));
        assertThat(comparison.logRatio().degreesOfFreedom()).isCloseTo(25 / 9.0 / (1 / 18.0 + 16 / 18.0), within(1e-9));
        // Student's t of 0.7746 with 2.94 degrees of freedom
        assertThat(comparison.pValue(1)).isCloseTo(0.496, within(0.002));
    }

    @Test
    void intervalContainsTheRatiosThatTheDataAllow() {
        RatioEstimate comparison = RatioEstimate.unpaired(List.of(100.0, 104.0, 97.0, 101.0), List.of(90.0, 88.0, 91.0))
                .orElseThrow();
        Interval interval = comparison.interval(0.05);

        assertThat(interval.contains(comparison.ratio())).isTrue();
        assertThat(interval.contains(1)).isFalse();
        assertThat(comparison.pValue(1)).isLessThan(0.05);
        assertThat(comparison.pValue(interval.high())).isCloseTo(0.05, within(1e-6));
        assertThat(comparison.interval(0.001).contains(interval.high())).isTrue();
    }

    @Test
    void minimumDetectableDifferenceGrowsWithScatterAndWithTheNumberOfCells() {
        RatioEstimate steady = RatioEstimate.unpaired(List.of(100.0, 101.0, 99.0), List.of(100.0, 101.0, 99.0))
                .orElseThrow();
        RatioEstimate noisy = RatioEstimate.unpaired(List.of(100.0, 120.0, 80.0), List.of(100.0, 120.0, 80.0))
                .orElseThrow();

        assertThat(steady.minimumDetectableDifference(0.05)).isBetween(0.02, 0.04);
        assertThat(noisy.minimumDetectableDifference(0.05)).isGreaterThan(0.5);
        assertThat(steady.minimumDetectableDifference(0.05 / 12))
                .isGreaterThan(steady.minimumDetectableDifference(0.05));
    }

    @Test
    void ratesWithoutScatterDifferOrDoNot() {
        List<Double> rates = List.of(5.0, 5.0, 5.0);

        assertThat(RatioEstimate.unpaired(rates, rates).orElseThrow().pValue(1)).isEqualTo(1);
        assertThat(RatioEstimate.unpaired(rates, List.of(6.0, 6.0, 6.0))
                        .orElseThrow()
                        .pValue(1))
                .isLessThan(1e-9);
    }

    @Test
    void twoRatesAreTooFew() {
        assertThat(RatioEstimate.unpaired(List.of(1.0, 2.0), List.of(1.0, 2.0, 3.0)))
                .isEmpty();
    }

    /** Shares of 5 %: a quarter, a third, a half; the third one misses its share, and so does all that follows. */
    @Test
    void manyComparisonsShareTheChanceOfAWrongOutcome() {
        List<Holm.Decision> decisions = Holm.judge(List.of(0.04, 0.012, 0.03, 0.016));

        assertThat(decisions)
                .containsExactly(
                        new Holm.Decision(false, 0.05 / 2),
                        new Holm.Decision(true, 0.05 / 4),
                        new Holm.Decision(false, 0.05 / 2),
                        new Holm.Decision(true, 0.05 / 3));
        assertThat(Holm.judge(List.of())).isEmpty();
    }

    /** So does the interval: it ends at equality, and contains it. */
    @Test
    void differenceExactlyAtItsLimitIsNotSeen() {
        assertThat(Holm.judge(List.of(0.05))).containsExactly(new Holm.Decision(false, 0.05));
        assertThat(Holm.judge(List.of(Math.nextDown(0.05)))).containsExactly(new Holm.Decision(true, 0.05));
        assertThat(Holm.judge(List.of(0.05 / 2, 0.0)))
                .extracting(Holm.Decision::differs)
                .containsExactly(true, true);
        assertThat(Holm.judge(List.of(0.05 / 2, 0.05)))
                .extracting(Holm.Decision::differs)
                .containsOnly(false);
        assertThat(new Interval(1, 2).contains(1)).isTrue();
    }

    private static List<Double> exponentials(double... logarithms) {
        return DoubleStream.of(logarithms).map(Math::exp).boxed().toList();
    }
}
