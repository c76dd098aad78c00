package org.ipcbench.plan.result;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.EnumSet;
import java.util.List;
import org.ipcbench.analysis.doubt.Reason.Kind;
import org.ipcbench.analysis.doubt.Verdict.Level;
import org.ipcbench.plan.Plan;
import org.ipcbench.plan.cell.Cell;
import org.ipcbench.plan.cell.Variant;
import org.ipcbench.transport.Availability;
import org.ipcbench.transport.Trait;
import org.ipcbench.transport.Traits;
import org.ipcbench.transport.WaitStrategy;
import org.ipcbench.workload.Workload;
import org.ipcbench.workload.message.Payload;
import org.junit.jupiter.api.Test;

class RunTallyTest {
    private static final Cell POST = SampleCells.cell("post", 64);
    private static final Cell NOTHING = SampleCells.cell(
            new ListedTransport("nothing", Availability.available(), Traits.of(WaitStrategy.NONE, Trait.ONE_PROCESS)),
            64);

    @Test
    void theHarnessIsWhatATransportOfOneProcessTakesForTheSame() {
        RunTally tally = new RunTally(new Plan(
                List.of(POST, NOTHING, SampleCells.cell("post", 128), SampleCells.roundTrips(POST.transport(), 64)),
                1,
                0,
                1));
        tally.add(SampleCells.measured(POST, 1, 2));
        tally.add(SampleCells.measured(SampleCells.cell("post", 128), 1, 2));
        tally.add(SampleCells.measured(SampleCells.roundTrips(POST.transport(), 64), 1, 2));
        tally.add(SampleCells.measured(NOTHING, 1, 0.5));

        List<CellResult> cells = tally.result(false).cells();

        assertThat(cells.get(0).harnessShare()).hasValue(0.25);
        assertThat(cells.get(0).verdict().notes())
                .extracting(reason -> reason.kind())
                .containsExactly(Kind.HARNESS_SHARE);
        assertThat(cells.get(0).verdict().level()).isEqualTo(Level.UNREPEATED);
        assertThat(cells.subList(1, 4))
                .allSatisfy(cell -> assertThat(cell.harnessShare()).isEmpty());
    }

    /** An interpreter's harness takes longer as well. */
    @Test
    void theHarnessIsThatOfTheSameVariant() {
        Cell old = POST.withVariant(new Variant("old"));
        Cell interpreted = POST.withVariant(new Variant("-Xint"));
        Cell harness = NOTHING.withVariant(old.variant());
        Cell interpretedHarness = NOTHING.withVariant(interpreted.variant());
        RunTally tally = new RunTally(new Plan(List.of(old, interpreted, harness, interpretedHarness), 1, 0, 1));
        tally.add(SampleCells.measured(old, 1, 2));
        tally.add(SampleCells.measured(interpreted, 1, 2));
        tally.add(SampleCells.measured(harness, 1, 0.5));
        tally.add(SampleCells.measured(interpretedHarness, 1, 1));

        List<CellResult> cells = tally.result(false).cells();

        assertThat(cells.get(0).harnessShare()).hasValue(0.25);
        assertThat(cells.get(1).harnessShare()).hasValue(0.5);
    }

    /** Of merged runs: who writes and reads all of the payload takes several times as long. */
    @Test
    void theHarnessIsThatOfTheSamePayload() {
        Cell full = withFullPayload(POST);
        Cell fullHarness = withFullPayload(NOTHING);
        RunTally tally = new RunTally(new Plan(List.of(POST, full, NOTHING, fullHarness), 1, 0, 1));
        tally.add(SampleCells.measured(POST, 1, 2));
        tally.add(SampleCells.measured(full, 1, 2));
        tally.add(SampleCells.measured(NOTHING, 1, 0.5));
        tally.add(SampleCells.measured(fullHarness, 1, 1));

        List<CellResult> cells = tally.result(false).cells();

        assertThat(cells.get(0).harnessShare()).hasValue(0.25);
        assertThat(cells.get(1).harnessShare()).hasValue(0.5);
    }

    private static Cell withFullPayload(Cell cell) {
        return new Cell(
                cell.transport(),
                new Workload.Stream(cell.workload().extent(), cell.unitSizeBytes(), Payload.FULL),
                cell.bufferSizeBytes(),
                cell.placement());
    }

    @Test
    void acceptedDoubtsAreNone() {
        RunTally tally = new RunTally(new Plan(List.of(POST), 1, 0, 1), EnumSet.of(Kind.NOT_REPEATED));
        tally.add(SampleCells.measured(POST, 1, 2));

        assertThat(tally.result(false).cells().get(0).verdict().level()).isEqualTo(Level.VALID);
    }

    @Test
    void aDisturbedRoundIsReplaced() {
        RunTally tally = new RunTally(new Plan(List.of(POST), 2, 0, 1));
        tally.add(SampleCells.measured(POST, 1, 2));
        tally.add(SampleCells.measured(POST, 2, 20));
        tally.discard(2);
        tally.add(SampleCells.measured(POST, 2, 4));

        assertThat(tally.result(false).cells().get(0).summary().orElseThrow().meanSeconds())
                .isEqualTo(3);
    }
}
