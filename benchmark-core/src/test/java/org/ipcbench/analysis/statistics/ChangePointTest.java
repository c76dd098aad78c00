package org.ipcbench.analysis.statistics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import org.junit.jupiter.api.Test;

class ChangePointTest {
    @Test
    void stepIsFoundAtItsPlace() {
        ChangePoint change =
                ChangePoint.of(List.of(1.0, 1.01, 0.99, 1.0, 0.9, 0.91, 0.89)).orElseThrow();

        assertThat(change.before()).isEqualTo(4);
        assertThat(change.ratio().ratio()).isCloseTo(0.9, within(0.005));
        assertThat(change.pValue()).isLessThan(0.001);
    }

    @Test
    void lastValueAloneMayBeTheChange() {
        assertThat(ChangePoint.of(List.of(1.0, 1.01, 0.99, 1.0, 1.01, 0.99, 0.8))
                        .orElseThrow()
                        .before())
                .isEqualTo(6);
    }

    @Test
    void seriesWithoutAChangeHasNoClearSplit() {
        assertThat(ChangePoint.of(List.of(1.0, 1.0, 1.0, 1.0)).orElseThrow().pValue())
                .isEqualTo(1);
        assertThat(ChangePoint.of(List.of(1.0, 0.98, 1.02, 1.0, 0.99, 1.01))
                        .orElseThrow()
                        .pValue())
                .isGreaterThan(0.5);
    }

    @Test
    void threeValuesShowNothing() {
        assertThat(ChangePoint.of(List.of(1.0, 1.0, 0.5))).isEmpty();
    }
}
