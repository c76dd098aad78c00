package org.ipcbench.launch;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.PrimitiveIterator;
import java.util.stream.LongStream;
import org.ipcbench.measure.Circumstances;
import org.ipcbench.measure.Cost;
import org.ipcbench.measure.Losses;
import org.ipcbench.measure.PeerMeasurement;
import org.ipcbench.measure.Recorder;
import org.ipcbench.measure.Sampling;
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
                1,
                Losses.NONE,
                1_200,
                Cost.NONE,
                new Recorder().latencies(),
                Sampling.NONE,
                new PeerMeasurement.Phases(40, 400),
                Circumstances.UNKNOWN,
                List.of()));
        Breakdown breakdown = milestones.closed();

        assertThat(breakdown).isEqualTo(new Breakdown(300, 40, 410, 1_200, 50));
        assertThat(breakdown.outsideNanos()).isEqualTo(800);
        assertThat(breakdown.totalNanos()).isEqualTo(2_000);
    }
}
