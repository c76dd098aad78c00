package org.ipcbench.peer;

import static org.assertj.core.api.Assertions.assertThat;

import org.ipcbench.measure.sample.LatencyKind;
import org.ipcbench.peer.Assignment.SampleCost;
import org.junit.jupiter.api.Test;

final class SampleCostTest {
    private long readings;

    @Test
    void isMeasuredOnceAndNotBeforeItIsAskedFor() {
        SampleCost cost = new SampleCost(LatencyKind.ROUND_TRIP, () -> 25 * readings++);
        assertThat(readings).isZero();

        double first = cost.getAsDouble();
        long readingsOfOne = readings;

        assertThat(first).as("two readings of 25 ns").isBetween(50.0, 75.0);
        assertThat(cost.getAsDouble()).isEqualTo(first);
        assertThat(readings).isEqualTo(readingsOfOne);
    }
}
