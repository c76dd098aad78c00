package org.ipcbench.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Optional;
import org.ipcbench.measure.result.MadeUpMeasurement;
import org.ipcbench.measure.result.Measurement;
import org.ipcbench.plan.Plan;
import org.ipcbench.plan.cell.Cell;
import org.ipcbench.plan.result.CellResult;
import org.ipcbench.plan.result.IterationResult;
import org.ipcbench.plan.result.ListedTransport;
import org.ipcbench.plan.result.RunResult;
import org.ipcbench.run.RunOutcome.StrictFigures;
import org.ipcbench.transport.Transport;
import org.ipcbench.workload.Extent;
import org.ipcbench.workload.stream.MessageStream;
import org.junit.jupiter.api.Test;

class StrictFiguresTest {
    private static final CellResult MEASURED = result(
            ListedTransport.of("fine"), Optional.of(MadeUpMeasurement.of(64, 1).measurement()));
    private static final CellResult TOO_LARGE = result(ListedTransport.upTo(1, "small", "raise it"), Optional.empty());
    private static final CellResult ABSENT =
            result(ListedTransport.absent("absent", "no library", "install it"), Optional.empty());

    @Test
    void strictRunWantsAFigureOfEachNamedTransport() {
        RunResult run = new RunResult(List.of(MEASURED, TOO_LARGE, ABSENT), false);

        assertThat(new StrictFigures(List.of("fine")).complaints(run)).isEmpty();
        assertThat(new StrictFigures(List.of("fine", "small", "absent")).complaints(run))
                .containsExactly(
                        "--fail-on missing: small, 64 bytes: no valid figure (unsupported)",
                        "--fail-on missing: absent, 64 bytes: no valid figure (unavailable)");
        assertThat(new StrictFigures(List.of("small")).complaints(new RunResult(List.of(TOO_LARGE), true)))
                .as("interrupted")
                .isEmpty();
    }

    private static CellResult result(Transport transport, Optional<Measurement> outcome) {
        Cell cell = Cell.of(transport, new MessageStream(new Extent.Count(1), 64));
        return new CellResult(
                cell,
                1,
                outcome.stream()
                        .map(measurement -> new IterationResult(
                                new Plan.Turn(cell, 1), Optional.of(measurement), Optional.empty(), ""))
                        .toList());
    }
}
