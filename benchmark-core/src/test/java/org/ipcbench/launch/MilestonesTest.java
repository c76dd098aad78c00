package org.ipcbench.launch;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.PrimitiveIterator;
import java.util.stream.LongStream;
import org.ipcbench.measure.result.ConnectionMeasurement;
import org.ipcbench.measure.result.Cost;
import org.ipcbench.measure.result.MeasurementConditions;
import org.ipcbench.measure.result.PeerMeasurement;
import org.ipcbench.measure.sample.Losses;
import org.ipcbench.measure.sample.Recorder;
import org.ipcbench.measure.sample.Sampling;
import org.junit.jupiter.api.Test;

final class MilestonesTest {

    @Test
    void partsAddUpToTheWholeIteration() {
        PrimitiveIterator.OfLong readings =
                LongStream.of(1_000, 1_300, 1_750, 3_000).iterator();
        Milestones milestones = new Milestones(readings::nextLong);
        milestones.assigned();
        milestones.armed();
        milestones.measured(new PeerMeasurement(
                List.of(connection(5_000, 1_100), connection(5_200, 1_000)),
                Cost.NONE,
                Sampling.NONE,
                40,
                MeasurementConditions.UNKNOWN));
        Breakdown breakdown = milestones.closed();

        assertThat(breakdown).isEqualTo(new Breakdown(300, 40, 410, 1_200, 50));
        assertThat(breakdown.outsideNanos()).isEqualTo(800);
        assertThat(breakdown.totalNanos()).isEqualTo(2_000);
    }

    private static ConnectionMeasurement connection(long startNanos, long elapsedNanos) {
        return new ConnectionMeasurement(1, Losses.NONE, startNanos, elapsedNanos, new Recorder().latencies());
    }
}
