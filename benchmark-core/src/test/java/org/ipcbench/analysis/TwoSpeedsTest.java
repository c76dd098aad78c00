package org.ipcbench.analysis;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

final class TwoSpeedsTest {
    @Test
    void twoSpeedsOfAPipeAreTwoGroups() {
        assertThat(TwoSpeeds.of(new double[] {1040, 1060, 1075, 3200, 3300})).hasValueSatisfying(speeds -> {
            assertThat(speeds.slow().messagesPerSecond()).isEqualTo(3175 / 3.0);
            assertThat(speeds.fast().messagesPerSecond()).isEqualTo(3250);
            assertThat(speeds.slow().share()).isEqualTo(0.6);
        });
    }

    @Test
    void evenSpreadIsOneGroup() {
        assertThat(TwoSpeeds.of(new double[] {1000, 1100, 1200, 1300, 1400, 1500}))
                .isEmpty();
    }

    @Test
    void singleOutlierIsNotAGroup() {
        assertThat(TwoSpeeds.of(new double[] {1000, 1010, 1020, 3000})).isEmpty();
    }

    @Test
    void smallDifferenceIsNotAGroup() {
        assertThat(TwoSpeeds.of(new double[] {1000, 1001, 1100, 1101})).isEmpty();
    }

    @Test
    void fewIterationsHaveNoGroups() {
        assertThat(TwoSpeeds.of(new double[] {1000, 1001, 3000})).isEmpty();
        assertThat(TwoSpeeds.of(new double[] {1000})).isEmpty();
    }
}
