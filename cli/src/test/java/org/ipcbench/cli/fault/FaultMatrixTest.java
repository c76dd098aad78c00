package org.ipcbench.cli.fault;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Optional;
import org.ipcbench.cli.fault.Fault.Moment;
import org.ipcbench.cli.fault.Fault.Signal;
import org.ipcbench.cli.fault.Fault.Victim;
import org.ipcbench.transport.Transport;
import org.ipcbench.transport.TransportRegistry;
import org.junit.jupiter.api.Test;

/** The matrix leaves nothing out, and a sample can be repeated. */
class FaultMatrixTest {
    private final List<Transport> transports = TransportRegistry.load().all();
    private final FaultMatrix matrix = new FaultMatrix(transports);

    @Test
    void everyFaultOfATransportOccursOnce() {
        for (Transport transport : transports) {
            int victims = Victim.values().length
                    - (transport.traits().withinOneProcess()
                                    || transport.traits().startsServer()
                            ? 1
                            : 0)
                    - (transport.auxiliary().isPresent() ? 0 : 1);
            List<Fault> faults = matrix.trials().stream()
                    .filter(trial -> trial.transport().equals(transport.id()))
                    .flatMap(trial -> trial.faults().stream())
                    .flatMap(Optional::stream)
                    .toList();

            assertThat(faults)
                    .as(transport.id())
                    .doesNotHaveDuplicates()
                    .hasSize(victims * Signal.values().length * Moment.values().length);
        }
    }

    @Test
    void iterationAfterTheFaultsOfPeersHasNone() {
        assertThat(matrix.trials())
                .allSatisfy(trial -> assertThat(trial.faults()).contains(Optional.empty()));
    }

    @Test
    void seedRepeatsASample() {
        assertThat(matrix.sample(7, 10)).hasSize(10).isEqualTo(matrix.sample(7, 10));
        assertThat(matrix.sample(8, 10)).isNotEqualTo(matrix.sample(7, 10));
    }

    @Test
    void textOfATrialTellsItsFaults() {
        FaultTrial trial = FaultTrial.of("x", "client:kill:before_ready", "none", "group:pause:at_the_end");

        assertThat(FaultTrial.parse(trial.text())).isEqualTo(trial.faults());
        assertThat(trial).hasToString("x client:kill:before_ready,none,group:pause:at_the_end");
    }
}
