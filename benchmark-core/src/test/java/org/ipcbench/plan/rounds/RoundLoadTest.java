package org.ipcbench.plan.rounds;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.ipcbench.measure.result.Cost;
import org.ipcbench.measure.result.MachineLoad;
import org.ipcbench.measure.result.MadeUpMeasurement;
import org.ipcbench.measure.result.Measurement;
import org.ipcbench.measure.result.MeasurementConditions;
import org.ipcbench.measure.result.MeasurementConditions.WarmUpEnd;
import org.ipcbench.plan.rounds.DisturbedRounds.RoundLoad;
import org.junit.jupiter.api.Test;

class RoundLoadTest {
    private static final long SECOND = 1_000_000_000;
    private static final Cost HALF_A_SECOND = new Cost(SECOND / 2, 0);

    private final RoundLoad load = new RoundLoad();

    @Test
    void sharesAreThoseOfAllCpusWithoutTheMeasuredProcesses() {
        load.add(measured(new MachineLoad(2, SECOND * 2, SECOND / 4, 0)));
        load.add(measured(new MachineLoad(2, SECOND * 6 / 5, SECOND / 4, 0)));

        assertThat(load.text()).isEqualTo(" (steal 13 %, load by others 30 %)");
    }

    @Test
    void nothingIsSaidOfAQuietMachineAndWhereTheKernelIsSilent() {
        load.add(measured(MachineLoad.UNKNOWN));
        assertThat(load.text()).isEmpty();

        load.add(measured(new MachineLoad(2, SECOND, 0, 0)));
        assertThat(load.text()).isEmpty();
    }

    private static Measurement measured(MachineLoad machine) {
        MeasurementConditions conditions =
                new MeasurementConditions(WarmUpEnd.NONE, List.of(), machine, MeasurementConditions.NO_BOUND);
        return MadeUpMeasurement.of(64, 1000)
                .costs(HALF_A_SECOND, HALF_A_SECOND)
                .conditions(conditions, MeasurementConditions.UNKNOWN)
                .measurement();
    }
}
