package org.ipcbench.analysis;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;

final class ContrastTest {

    @Test
    void clearDifferenceHasItsDirection() {
        assertThat(Contrast.of(List.of(comparison(1.2, 0.049)))).containsExactly(Contrast.FASTER);
        assertThat(Contrast.of(List.of(comparison(0.8, 0.049)))).containsExactly(Contrast.SLOWER);
        assertThat(Contrast.of(List.of(comparison(0.8, 0.051)))).containsExactly(Contrast.NONE_SEEN);
        assertThat(Contrast.of(List.of(comparison(0.8, 0.05))))
                .as("exactly at the limit")
                .containsExactly(Contrast.NONE_SEEN);
    }

    /** 0.05 ÷ 3 for the clearest, 0.05 ÷ 2 for the next one, 0.05 for the last. */
    @Test
    void amongSeveralADifferenceHasToBeClearer() {
        assertThat(Contrast.of(List.of(comparison(1.1, 0.04), comparison(0.7, 0.01), comparison(1.3, 0.02))))
                .containsExactly(Contrast.FASTER, Contrast.SLOWER, Contrast.FASTER);
        assertThat(Contrast.of(List.of(comparison(1.1, 0.04), comparison(0.7, 0.01), comparison(1.3, 0.03))))
                .as("0.03 is not clear enough, and 0.04 stays behind it")
                .containsExactly(Contrast.NONE_SEEN, Contrast.SLOWER, Contrast.NONE_SEEN);
        assertThat(Contrast.of(List.of(comparison(1.1, 0.04), comparison(0.7, 0.02))))
                .containsExactly(Contrast.FASTER, Contrast.SLOWER);
        assertThat(Contrast.of(List.of(comparison(1.1, 0.04), comparison(0.7, 0.03))))
                .containsOnly(Contrast.NONE_SEEN);
    }

    @Test
    void comparisonWithoutIntervalSaysNothingAndDoesNotCount() {
        Comparison brief = new Comparison(5, Optional.empty(), OptionalDouble.empty());

        assertThat(Contrast.of(List.of(brief, comparison(1.2, 0.04))))
                .containsExactly(Contrast.NONE_SEEN, Contrast.FASTER);
        assertThat(Contrast.of(List.of())).isEmpty();
    }

    private static Comparison comparison(double ratio, double chance) {
        return new Comparison(ratio, Optional.of(new Interval(ratio, ratio)), OptionalDouble.of(chance));
    }
}
