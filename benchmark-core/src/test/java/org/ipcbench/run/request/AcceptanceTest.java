package org.ipcbench.run.request;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.List;
import java.util.Set;
import org.ipcbench.analysis.statistics.Gate;
import org.ipcbench.measure.sample.Percentiles;
import org.ipcbench.run.request.RunSetup.Acceptance;
import org.junit.jupiter.api.Test;

class AcceptanceTest {
    /** Each gate is a hypothesis of the whole run, so that a further one would let others pass more often than on the page. */
    @Test
    void gatesAreThoseThatTheRecordWillHave() {
        List<Gate> typed = List.of(
                new Gate(Gate.Figure.SPEED, 0.05),
                new Gate(Gate.Figure.SPEED, 0.1),
                new Gate(Gate.Figure.P99, 0.2),
                new Gate(Gate.Figure.SPEED, 0.05));

        Acceptance acceptance = new Acceptance(Set.of(), typed, false);

        assertThat(acceptance.gates())
                .containsExactly(new Gate(Gate.Figure.P99, 0.2), new Gate(Gate.Figure.SPEED, 0.05))
                .isEqualTo(Gate.of(Gate.byFigure(typed)));
    }

    @Test
    void everyGateIsOneThatTheOptionKnows() {
        assertThat(Gate.Figure.labelled("p99.99-slower")).contains(Gate.Figure.of(Percentiles.P9999));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Gate.Figure.of(Percentiles.P90))
                .withMessage("no gate looks at percentile 90.0");
    }
}
