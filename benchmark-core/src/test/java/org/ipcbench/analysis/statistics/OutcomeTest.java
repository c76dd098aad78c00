package org.ipcbench.analysis.statistics;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Optional;
import org.ipcbench.analysis.statistics.Comparison.Outcome;
import org.junit.jupiter.api.Test;

final class OutcomeTest {
    private static final double DEGREES_OF_FREEDOM = 4;

    @Test
    void clearDifferenceHasItsDirection() {
        assertThat(Outcome.of(List.of(comparison(1.2, 0.049)))).containsExactly(Outcome.FASTER);
        assertThat(Outcome.of(List.of(comparison(0.8, 0.049)))).containsExactly(Outcome.SLOWER);
        assertThat(Outcome.of(List.of(comparison(0.8, 0.051)))).containsExactly(Outcome.NO_DIFFERENCE_SEEN);
        assertThat(Outcome.of(List.of(comparison(0.8, 0.05))))
                .as("exactly at the limit")
                .containsExactly(Outcome.NO_DIFFERENCE_SEEN);
    }

    /** 0.05 ÷ 3 for the clearest, 0.05 ÷ 2 for the next one, 0.05 for the last. */
    @Test
    void amongSeveralADifferenceHasToBeClearer() {
        assertThat(Outcome.of(List.of(comparison(1.1, 0.04), comparison(0.7, 0.01), comparison(1.3, 0.02))))
                .containsExactly(Outcome.FASTER, Outcome.SLOWER, Outcome.FASTER);
        assertThat(Outcome.of(List.of(comparison(1.1, 0.04), comparison(0.7, 0.01), comparison(1.3, 0.03))))
                .as("0.03 is not clear enough, and 0.04 stays behind it")
                .containsExactly(Outcome.NO_DIFFERENCE_SEEN, Outcome.SLOWER, Outcome.NO_DIFFERENCE_SEEN);
        assertThat(Outcome.of(List.of(comparison(1.1, 0.04), comparison(0.7, 0.02))))
                .containsExactly(Outcome.FASTER, Outcome.SLOWER);
        assertThat(Outcome.of(List.of(comparison(1.1, 0.04), comparison(0.7, 0.03))))
                .containsOnly(Outcome.NO_DIFFERENCE_SEEN);
    }

    @Test
    void comparisonWithoutIntervalSaysNothingAndDoesNotCount() {
        Comparison brief = new Comparison(5, Optional.empty());

        assertThat(Outcome.of(List.of(brief, comparison(1.2, 0.04))))
                .containsExactly(Outcome.NO_DIFFERENCE_SEEN, Outcome.FASTER);
        assertThat(Outcome.of(List.of())).isEmpty();
    }

    private static Comparison comparison(double ratio, double pValue) {
        double logarithm = Math.log(ratio);
        double standardError = Math.abs(logarithm) / Sample.quantile(DEGREES_OF_FREEDOM, pValue);
        return new Comparison(
                ratio, Optional.of(new RatioEstimate(new Estimate(logarithm, standardError, DEGREES_OF_FREEDOM))));
    }
}
