package org.ipcbench.plan;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.ipcbench.placement.Placement;
import org.ipcbench.placement.Placement.Place;
import org.ipcbench.plan.cell.Cell;
import org.ipcbench.plan.cell.Dimension;
import org.ipcbench.plan.result.ListedTransport;
import org.ipcbench.plan.result.SampleCells;
import org.ipcbench.transport.FanOut.WhenFull;
import org.ipcbench.transport.Transport;
import org.ipcbench.workload.Extent;
import org.ipcbench.workload.Sides;
import org.ipcbench.workload.Workload;
import org.ipcbench.workload.message.Payload;
import org.ipcbench.workload.publish.Publish;
import org.ipcbench.workload.transfer.Transfer;
import org.junit.jupiter.api.Test;

class RunEstimateTest {
    private static final Transport TRANSPORT = ListedTransport.of("here");
    private static final int LARGE_BYTES = 1 << 22;
    private static final RunEstimate SMALL = RunEstimate.of(plan(1, 0, 64, new Extent.Count(1_000_000)), 0);

    @Test
    void moreIterationsTakeProportionallyLonger() {
        RunEstimate threefold = RunEstimate.of(plan(3, 0, 64, new Extent.Count(1_000_000)), 0);

        assertThat(threefold.round()).isEqualTo(SMALL.round());
        assertThat(threefold.time()).isEqualTo(SMALL.time().plus(SMALL.round().multipliedBy(2)));
        assertThat(threefold.diskBytes()).isGreaterThan(SMALL.diskBytes());
        assertThat(threefold.memoryBytes())
                .as("iterations run one after the other")
                .isEqualTo(SMALL.memoryBytes());
    }

    @Test
    void baselineCountsInTwoRounds() {
        Cell cell = SampleCells.cell(TRANSPORT, 64, period(1));
        RunEstimate without = RunEstimate.of(new Plan(List.of(cell), 5, 0, 1), 0);
        Plan plan = new Plan(List.of(cell), List.of(cell), new StoppingRule.FixedRounds(5), 0, 1);

        assertThat(RunEstimate.of(plan, 0).time().minus(without.time()))
                .isEqualTo(without.round().multipliedBy(2));
    }

    @Test
    void wakeUpOfASleepingCpuIsMeasuredOnceForEachPlacementOnTwoCpus() {
        Cell cell = SampleCells.cell(TRANSPORT, 64, period(1));
        Cell split = SampleCells.withPlacement(
                cell, new Placement("cpu:0,1", Optional.of(Place.onCpu(0)), Optional.of(Place.onCpu(1)), ""));
        Cell same = SampleCells.withPlacement(
                cell, new Placement("cpu:0,0", Optional.of(Place.onCpu(0)), Optional.of(Place.onCpu(0)), ""));
        Cell spinning = SampleCells.withPlacement(
                SampleCells.cell(ListedTransport.spinning("top"), 64, period(1)), split.placement());

        assertThat(new Plan(List.of(cell, split, same, spinning), 5, 0, 1).placementsOnTwoCpus())
                .containsExactly(split.placement());
        assertThat(new Plan(List.of(cell, same, spinning), 5, 0, 1).placementsOnTwoCpus())
                .isEmpty();
        assertThat(RunEstimate.of(new Plan(List.of(split, split), 5, 0, 1), 0).time())
                .isEqualTo(RunEstimate.of(new Plan(List.of(same, same), 5, 0, 1), 0)
                        .time()
                        .plusMillis(300));
    }

    @Test
    void threadsOfOneProcessTakeItsMemoryAlone() {
        Cell cell = SampleCells.cell(TRANSPORT, 64, period(1));
        Cell threads = cell.with(Dimension.SIDES, Sides.THREADS);

        assertThat(RunEstimate.of(new Plan(List.of(threads), 1, 0, 1), 0).memoryBytes())
                .isPositive()
                .isLessThan(RunEstimate.of(new Plan(List.of(cell), 1, 0, 1), 0).memoryBytes());
    }

    @Test
    void eachSubscriberHasAChannelAtBothEnds() {
        int further = 15;
        long copies = 2L * 3;

        assertThat(publishing(1 + further)).isGreaterThanOrEqualTo(publishing(1) + further * copies * LARGE_BYTES);
    }

    private static long publishing(int subscribers) {
        Publish publish = new Publish(
                new Extent.Period(Duration.ofSeconds(1).toNanos()),
                LARGE_BYTES,
                Payload.TOUCHED,
                1_000,
                subscribers,
                Publish.Slow.NONE,
                WhenFull.of(WhenFull.Policy.BLOCK));
        Cell cell = Cell.of(ListedTransport.shared("top"), publish);
        return RunEstimate.of(new Plan(List.of(cell), 1, 0, 1), 0).memoryBytes();
    }

    @Test
    void moreMessagesTakeLonger() {
        assertThat(RunEstimate.of(plan(1, 0, 64, new Extent.Count(50_000_000)), 0)
                        .time())
                .isGreaterThan(SMALL.time());
    }

    @Test
    void largerMessagesTakeLongerAndMoreMemory() {
        RunEstimate large = RunEstimate.of(plan(1, 0, 1 << 20, new Extent.Count(1_000_000)), 0);

        assertThat(large.time()).isGreaterThan(SMALL.time());
        assertThat(large.memoryBytes()).isGreaterThan(SMALL.memoryBytes());
    }

    @Test
    void warmUpAndDurationAreCounted() {
        Duration brief = RunEstimate.of(plan(1, 0, 64, period(1)), 0).time();

        assertThat(RunEstimate.of(plan(1, 0, 64, period(11)), 0).time()).isEqualTo(brief.plusSeconds(10));
        assertThat(RunEstimate.of(plan(1, Duration.ofMillis(300).toNanos(), 64, period(1)), 0)
                        .time())
                .isEqualTo(brief.plusMillis(300));
    }

    @Test
    void longWarmUpIsExpectedToEndBeforeItsLimit() {
        assertThat(RunEstimate.of(plan(1, Duration.ofSeconds(1).toNanos(), 64, period(1)), 0))
                .isEqualTo(RunEstimate.of(plan(1, Duration.ofSeconds(3).toNanos(), 64, period(1)), 0));
    }

    @Test
    void largestPossibleMessageNeedsRoomForItInBothPeers() {
        RunEstimate largest = RunEstimate.of(plan(1, 0, Cell.MAX_BYTES, new Extent.Count(1)), 0);

        assertThat(largest.memoryBytes()).isGreaterThan(2L * Cell.MAX_BYTES);
    }

    @Test
    void unmeasurableCellsAddNothingToTheEstimate() {
        Cell absent = SampleCells.cell(ListedTransport.absent("away", "no library", "install it"), 64);
        RunEstimate nothing = RunEstimate.of(new Plan(List.of(absent), 100, 1, 1), 0);

        assertThat(nothing.time()).isZero();
        assertThat(nothing.memoryBytes()).isZero();
    }

    @Test
    void fileTakesTwiceItsSizeWhereASecondCellReplacesTheFirstOnes() {
        Workload stored = new Transfer(Path.of("file"), 5L << 30, 65536, Path.of("target"));

        assertThat(RunEstimate.of(plan(1, stored), 0).targetBytes()).isEqualTo(5L << 30);
        assertThat(RunEstimate.of(plan(4, stored), 0).targetBytes()).isEqualTo(10L << 30);
        assertThat(RunEstimate.of(plan(4, new Transfer(Path.of("file"), 5L << 30, 65536, null)), 0)
                        .targetBytes())
                .isZero();
        assertThat(SMALL.targetBytes()).isZero();
    }

    @Test
    void everyPlotAddsTheSameDiskSpace() {
        Plan plan = plan(1, 0, 64, new Extent.Count(1));
        long onePlot =
                RunEstimate.of(plan, 1).diskBytes() - RunEstimate.of(plan, 0).diskBytes();

        assertThat(onePlot).isPositive();
        assertThat(RunEstimate.of(plan, 7).diskBytes() - RunEstimate.of(plan, 0).diskBytes())
                .isEqualTo(7 * onePlot);
    }

    @Test
    void iterationTakesHalfASecondAndTheLookForStallsBesideItsWarmUpAndMeasuredPart() {
        RunEstimate once = RunEstimate.of(plan(1, 0, 64, period(1)), 0);

        assertThat(once.round()).isEqualTo(Duration.ofMillis(1580));
        assertThat(once.time()).as("with the program's own time").isEqualTo(Duration.ofMillis(3080));
    }

    @Test
    void extraTimeIsToldApart() {
        Plan plan = plan(3, 0, 64, period(1));
        RunEstimate planned = RunEstimate.of(plan, 0);
        RunEstimate extended = RunEstimate.of(plan.stoppedBy(new ExtraTime(3, Duration.ofMinutes(2), 0)), 0);

        assertThat(planned.longest()).isEqualTo(planned.time());
        assertThat(extended.time()).isBetween(planned.time(), extended.longest());
        assertThat(extended.longest()).isEqualTo(Duration.ofMinutes(2));
        assertThat(extended.diskBytes()).isGreaterThan(planned.diskBytes());
    }

    private static Cell cell(Workload workload) {
        return Cell.of(TRANSPORT, workload);
    }

    private static Plan plan(int iterations, Workload workload) {
        return new Plan(List.of(cell(workload)), iterations, 0, 1);
    }

    private static Plan plan(int iterations, long warmUpNanos, int requestBytes, Extent extent) {
        return new Plan(List.of(SampleCells.cell(TRANSPORT, requestBytes, extent)), iterations, warmUpNanos, 1);
    }

    private static Extent period(int seconds) {
        return new Extent.Period(Duration.ofSeconds(seconds).toNanos());
    }
}
