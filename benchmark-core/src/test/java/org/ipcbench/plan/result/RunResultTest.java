package org.ipcbench.plan.result;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.ipcbench.plan.Plan;
import org.ipcbench.plan.cell.Cell;
import org.ipcbench.plan.cell.CellStatus;
import org.junit.jupiter.api.Test;

class RunResultTest {
    private static final Cell FIRST = SampleCells.cell("first", 64);
    private static final Cell SECOND = SampleCells.cell("second", 64);
    private static final Plan PLAN = new Plan(List.of(FIRST, SECOND), 2, 0, 1);

    @Test
    void cellsKeepTheOrderOfThePlan() {
        RunResult result = RunResult.of(
                PLAN,
                List.of(
                        SampleCells.measured(SECOND, 1, 1),
                        SampleCells.measured(FIRST, 1, 1),
                        SampleCells.measured(FIRST, 2, 1),
                        SampleCells.measured(SECOND, 2, 1)),
                false);

        assertThat(result.cells()).extracting(CellResult::cell).containsExactly(FIRST, SECOND);
        assertThat(result.cells()).extracting(CellResult::status).containsOnly(CellStatus.MEASURED);
        assertThat(result.cells()).extracting(CellResult::plannedIterations).containsOnly(2);
        assertThat(result.interrupted()).isFalse();
    }

    @Test
    void measurementsBeforeAnInterruptionAreKept() {
        RunResult result = RunResult.of(PLAN, List.of(SampleCells.measured(SECOND, 1, 1)), true);

        assertThat(result.interrupted()).isTrue();
        assertThat(result.cells())
                .extracting(CellResult::status)
                .containsExactly(CellStatus.NOT_MEASURED, CellStatus.MEASURED);
    }
}
