package org.ipcbench.launch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.ipcbench.launch.process.IterationFailedException;
import org.ipcbench.measure.result.Cost;
import org.ipcbench.measure.result.MachineLoad;
import org.ipcbench.measure.result.MadeUpMeasurement;
import org.ipcbench.measure.result.Mark;
import org.ipcbench.measure.result.Mark.Meanwhile;
import org.ipcbench.measure.result.Measurement;
import org.ipcbench.measure.result.MeasurementConditions;
import org.ipcbench.measure.result.MeasurementConditions.WarmUpEnd;
import org.ipcbench.measure.result.Neighbourhood.Proximity;
import org.ipcbench.measure.result.Neighbourhood.Proximity.Distance;
import org.ipcbench.measure.result.PeerMeasurement;
import org.junit.jupiter.api.Test;

final class SharingServersTest {
    private static final Proximity.Distances DISTANCES =
            (cpu, other) -> Optional.of(cpu == other ? Distance.SAME_CPU : Distance.SAME_CORE);

    private static final Mark COMPILED = new Mark(90_000_000, 60, 1, new Meanwhile(0, 7_000_000, 0));

    private final Measurement ofClient = MadeUpMeasurement.of(64, 100)
            .conditions(conditions(new Mark(0, 0, 0), new Mark(100_000_000, 100, 0)), MeasurementConditions.UNKNOWN)
            .measurement();

    private final List<PeerMeasurement> workers =
            List.of(worker(40, new Mark(1_000_000, 1, 0), new Mark(95_000_000, 40, 0)), worker(60, COMPILED));

    @Test
    void courseAndPlacesOfWorkersAreThoseOfTheMeasurement() throws IterationFailedException {
        Measurement measurement = SharingServers.combined(ofClient, workers, true, DISTANCES);

        assertThat(measurement.serverConditions().marks())
                .extracting(Mark::meanwhile)
                .contains(COMPILED.meanwhile());
        assertThat(measurement.proximity().share(Distance.SAME_CORE)).isEqualTo(0.5);
    }

    @Test
    void timesOfAnotherClockAreLeftOut() throws IterationFailedException {
        Measurement measurement = SharingServers.combined(ofClient, workers, false, DISTANCES);

        assertThat(measurement.serverConditions().marks()).isEmpty();
        assertThat(measurement.proximity()).isEqualTo(Proximity.UNKNOWN);
    }

    @Test
    void requestThatNoWorkerHasCountedFailsTheIteration() {
        assertThatThrownBy(() -> SharingServers.combined(ofClient, List.of(worker(40), worker(59)), true, DISTANCES))
                .isInstanceOf(IterationFailedException.class)
                .hasMessage("the clients sent 100 requests, the servers answered 99");
    }

    private static PeerMeasurement worker(long messages, Mark... marks) {
        return new PeerMeasurement(new PeerMeasurement.Worked(messages, 0, null), Cost.NONE, conditions(marks));
    }

    private static MeasurementConditions conditions(Mark... marks) {
        return new MeasurementConditions(
                WarmUpEnd.NONE, Arrays.asList(marks), MachineLoad.UNKNOWN, MeasurementConditions.NO_BOUND);
    }
}
