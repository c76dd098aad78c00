package org.ipcbench.plan.result;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.time.Duration;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import org.ipcbench.analysis.doubt.Reason.Kind;
import org.ipcbench.analysis.doubt.Verdict.Level;
import org.ipcbench.measure.result.Cost;
import org.ipcbench.measure.result.Neighbourhood;
import org.ipcbench.measure.result.Neighbourhood.Proximity;
import org.ipcbench.measure.result.SampleStalls;
import org.ipcbench.placement.Placement;
import org.ipcbench.placement.Scheduler;
import org.ipcbench.plan.ExtraTime;
import org.ipcbench.plan.Plan;
import org.ipcbench.plan.cell.Cell;
import org.ipcbench.plan.cell.Dimension;
import org.ipcbench.plan.cell.Variant;
import org.ipcbench.transport.Availability;
import org.ipcbench.transport.Trait;
import org.ipcbench.transport.Traits;
import org.ipcbench.transport.WaitStrategy;
import org.ipcbench.workload.call.PingPong;
import org.ipcbench.workload.message.Payload;
import org.ipcbench.workload.shape.Shape;
import org.ipcbench.workload.shape.Work;
import org.ipcbench.workload.stream.MessageStream;
import org.junit.jupiter.api.Test;

class RunTallyTest {
    private static final Cell POST = SampleCells.cell("post", 64);
    private static final Cell NOTHING = SampleCells.cell(
            new ListedTransport("nothing", Availability.available(), Traits.of(WaitStrategy.NONE, Trait.IN_PROCESS)),
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

    @Test
    void stallsAreThoseOfAllCellsOfThePlacement() {
        Cell elsewhere =
                SampleCells.withPlacement(POST, new Placement("same-cpu", Optional.empty(), Optional.empty(), ""));
        Cell other = SampleCells.cell("post", 128);
        RunTally tally = new RunTally(new Plan(List.of(POST, other, elsewhere), 2, 0, 1));
        tally.add(stalled(POST, 1, 1_000_000));
        tally.add(stalled(other, 1, 3_000_000));
        tally.add(SampleCells.measured(POST, 2, 2)); // nobody looked
        tally.add(SampleCells.measured(elsewhere, 1, 2));

        List<CellResult> cells = tally.result(false).cells();

        assertThat(cells.subList(0, 2))
                .map(cell -> cell.summary().orElseThrow().stalls())
                .allSatisfy(stalls -> {
                    assertThat(stalls.client().observedNanos()).isEqualTo(2_000_000_000);
                    assertThat(stalls.share()).isCloseTo(0.002, within(1e-5));
                });
        assertThat(cells.get(2).summary().orElseThrow().stalls().isKnown()).isFalse();
    }

    /** What it does to the peers is what was asked, also to those of another variant. */
    @Test
    void stallsBesideADeclaredNeighbourAreNotTheMachines() {
        Cell alone = POST.withVariant(new Variant("none"));
        Cell beside = POST.withVariant(new Variant("stress-ng"));
        RunTally tally = new RunTally(new Plan(List.of(alone, beside), 1, 0, 1));
        IterationResult stalled = stalled(beside, 1, 3_000_000);
        tally.add(SampleCells.measured(alone, 1, 2));
        tally.add(SampleCells.measured(
                beside,
                1,
                stalled.measurement().orElseThrow().draft().measurement().beside(new Neighbourhood(1, null))));

        assertThat(tally.result(false).cells())
                .map(cell -> cell.summary().orElseThrow().stalls().isKnown())
                .containsExactly(false, false);
    }

    @Test
    void stallsOfAnotherSchedulingClassAreOthers() {
        Cell realtime = POST.with(Dimension.SCHEDULER, Scheduler.parse("fifo:50"));
        RunTally tally = new RunTally(new Plan(List.of(POST, realtime), 1, 0, 1));
        tally.add(stalled(POST, 1, 1_000_000));
        tally.add(SampleCells.measured(realtime, 1, 2));

        assertThat(tally.result(false).cells())
                .map(cell -> cell.summary().orElseThrow().stalls().isKnown())
                .containsExactly(true, false);
    }

    @Test
    void stallsOfIterationsThatCountNoLongerDoNotCount() {
        Cell other = SampleCells.cell("post", 128);
        RunTally tally = new RunTally(
                new Plan(List.of(POST, other), List.of(), new ExtraTime(1, Duration.ofMinutes(1), 1), 0, 1));
        tally.add(stalled(POST, 1, 90_000_000));
        tally.add(stalled(other, 1, 90_000_000));
        tally.discard(1);
        tally.add(stalled(POST, 1, 70_000_000));
        tally.add(stalled(other, 1, 1_000_000));
        IterationResult again = stalled(POST, 1, 3_000_000);
        tally.add(IterationResult.measured(
                new Plan.Turn(POST, 1, Plan.Part.AGAIN),
                again.measurement().orElseThrow(),
                again.breakdown().orElseThrow()));

        assertThat(tally.result(false).cells())
                .map(cell -> cell.summary().orElseThrow().stalls())
                .allSatisfy(stalls -> {
                    assertThat(stalls.client().observedNanos()).isEqualTo(2_000_000_000);
                    assertThat(stalls.share()).isCloseTo(0.002, within(1e-5));
                });
    }

    private static IterationResult stalled(Cell cell, int iteration, long nanos) {
        return SampleCells.measured(
                cell,
                iteration,
                Cost.NONE,
                SampleStalls.conditions(SampleStalls.of(1_000_000_000, nanos)),
                Proximity.UNKNOWN);
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

    /** The harness includes the size of the answers, but not the server's work. */
    @Test
    void theHarnessIsThatOfTheSameAnswersWithoutWork() {
        Cell call = call(POST, Shape.of(64).answeredBy(4096).worked(new Work(Work.Kind.BUSY, 50_000)));
        Cell working = call(NOTHING, Shape.of(64).answeredBy(4096).worked(new Work(Work.Kind.BUSY, 50_000)));
        Cell small = call(NOTHING, Shape.of(64));
        Cell bare = call(NOTHING, Shape.of(64).answeredBy(4096));
        RunTally tally = new RunTally(new Plan(List.of(call, working, small, bare), 1, 0, 1));
        tally.add(SampleCells.measured(call, 1, 2));
        tally.add(SampleCells.measured(working, 1, 1.9));
        tally.add(SampleCells.measured(small, 1, 0.25));
        tally.add(SampleCells.measured(bare, 1, 0.5));

        assertThat(tally.result(false).cells().get(0).harnessShare()).hasValue(0.25);
    }

    /** The codec does not belong to the harness, and its share grows with the messages. */
    @Test
    void codedCallsHaveNoHarnessBesideThem() {
        Cell coded = call(POST, Shape.of(200).coded("xml"));
        Cell harness = call(NOTHING, Shape.of(200).coded("xml"));
        RunTally tally = new RunTally(new Plan(List.of(coded, harness), 1, 0, 1));
        tally.add(SampleCells.measured(coded, 1, 2));
        tally.add(SampleCells.measured(harness, 1, 1.5));

        assertThat(tally.result(false).cells().get(0).harnessShare()).isEmpty();
    }

    private static Cell call(Cell cell, Shape shape) {
        return Cell.of(
                cell.transport(), new PingPong(cell.workload().extent(), shape, Payload.TOUCHED), cell.settings());
    }

    private static Cell withFullPayload(Cell cell) {
        return Cell.of(
                cell.transport(),
                new MessageStream(cell.workload().extent(), cell.requestBytes(), Payload.FULL),
                cell.settings());
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
