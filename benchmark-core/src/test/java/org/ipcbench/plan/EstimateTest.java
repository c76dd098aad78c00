package org.ipcbench.plan;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;
import org.ipcbench.placement.Placement;
import org.ipcbench.transport.Transport;
import org.ipcbench.workload.Extent;
import org.ipcbench.workload.Workload;
import org.junit.jupiter.api.Test;

class EstimateTest {
    private static final Transport TRANSPORT = ListedTransport.of("here");
    private static final Estimate SMALL = Estimate.of(plan(1, 0, 64, new Extent.Count(1_000_000)));

    @Test
    void moreIterationsTakeProportionallyLonger() {
        Estimate threefold = Estimate.of(plan(3, 0, 64, new Extent.Count(1_000_000)));

        assertThat(threefold.time()).isEqualTo(SMALL.time().multipliedBy(3));
        assertThat(threefold.diskBytes()).isGreaterThan(SMALL.diskBytes());
        assertThat(threefold.memoryBytes())
                .as("iterations run one after the other")
                .isEqualTo(SMALL.memoryBytes());
    }

    @Test
    void moreMessagesTakeLonger() {
        assertThat(Estimate.of(plan(1, 0, 64, new Extent.Count(50_000_000))).time())
                .isGreaterThan(SMALL.time());
    }

    @Test
    void largerMessagesTakeLongerAndMoreMemory() {
        Estimate large = Estimate.of(plan(1, 0, 1 << 20, new Extent.Count(1_000_000)));

        assertThat(large.time()).isGreaterThan(SMALL.time());
        assertThat(large.memoryBytes()).isGreaterThan(SMALL.memoryBytes());
    }

    @Test
    void warmUpAndDurationAreCounted() {
        Duration brief = Estimate.of(plan(1, 0, 64, period(1))).time();

        assertThat(Estimate.of(plan(1, 0, 64, period(11))).time()).isEqualTo(brief.plusSeconds(10));
        assertThat(Estimate.of(plan(1, Duration.ofSeconds(2).toNanos(), 64, period(1)))
                        .time())
                .isEqualTo(brief.plusSeconds(2));
    }

    @Test
    void theLargestPossibleMessageNeedsRoomForItInBothPeers() {
        Estimate largest = Estimate.of(plan(1, 0, Cell.LARGEST_BYTES, new Extent.Count(1)));

        assertThat(largest.memoryBytes()).isGreaterThan(2L * Cell.LARGEST_BYTES);
    }

    @Test
    void cellsThatCannotBeMeasuredCostNothing() {
        Cell absent = Specimen.cell(ListedTransport.absent("away", "no library", "install it"), 64);
        Estimate nothing = Estimate.of(new Plan(List.of(absent), 100, 1, 1));

        assertThat(nothing.time()).isZero();
        assertThat(nothing.memoryBytes()).isZero();
    }

    @Test
    void aFileTakesTwiceItsSizeWhereASecondCellReplacesTheFirstOnes() {
        Workload stored = new Workload.Transfer(Path.of("file"), 5L << 30, 65536, Path.of("target"));

        assertThat(Estimate.of(plan(1, stored)).targetBytes()).isEqualTo(5L << 30);
        assertThat(Estimate.of(plan(4, stored)).targetBytes()).isEqualTo(10L << 30);
        assertThat(Estimate.of(plan(4, new Workload.Transfer(Path.of("file"), 5L << 30, 65536, null)))
                        .targetBytes())
                .isZero();
        assertThat(SMALL.targetBytes()).isZero();
    }

    @Test
    void plotsTakeRoomWhereThereAreSome() {
        Plan oneSize = new Plan(List.of(Specimen.cell(TRANSPORT, 64), Specimen.cell("there", 64)), 1, 0, 1);
        Plan twoSizes = new Plan(List.of(Specimen.cell(TRANSPORT, 64), Specimen.cell(TRANSPORT, 128)), 1, 0, 1);
        Plan roundTrips =
                new Plan(List.of(Specimen.roundTrips(TRANSPORT, 64), Specimen.roundTrips(TRANSPORT, 128)), 1, 0, 1);

        assertThat(Estimate.of(twoSizes).diskBytes())
                .isGreaterThan(Estimate.of(oneSize).diskBytes());
        assertThat(Estimate.of(roundTrips).diskBytes())
                .as("with percentiles of each size")
                .isGreaterThan(Estimate.of(twoSizes).diskBytes());
    }

    @Test
    void theLadderHasAPlotOfThroughputTwoOfRoundTripsAndPercentilesOfEachRung() {
        List<Cell> ladder = Ladder.RUNGS.stream()
                .flatMap(rung -> rung.questions().stream().map(question -> cell(question, rung.sizeBytes())))
                .toList();
        long onePlot =
                diskBytes(cells(64, 64, 64, 64, 64, 64, 64, 128)) - diskBytes(cells(64, 64, 64, 64, 64, 64, 64, 64));

        assertThat(onePlot).isPositive();
        assertThat(diskBytes(ladder) - diskBytes(cells(64, 64, 64, 64, 64, 64, 64, 64)))
                .isEqualTo((1 + 2 + 4) * onePlot);
    }

    @Test
    void anIterationTakesHalfASecondBesideItsWarmUpAndMeasuredPart() {
        assertThat(Estimate.of(plan(1, 0, 64, period(1))).time()).isEqualTo(Duration.ofMillis(1500));
    }

    private static List<Cell> cells(int... sizesBytes) {
        return IntStream.of(sizesBytes)
                .mapToObj(sizeBytes -> Specimen.cell(TRANSPORT, sizeBytes))
                .toList();
    }

    private static long diskBytes(List<Cell> cells) {
        return Estimate.of(new Plan(cells, 1, 0, 1)).diskBytes();
    }

    private static Cell cell(Workload workload, int sizeBytes) {
        return new Cell(TRANSPORT, workload, sizeBytes, Cell.DEFAULT_BUFFER, Placement.DEFAULT);
    }

    private static Plan plan(int iterations, Workload workload) {
        return new Plan(List.of(cell(workload, 65536)), iterations, 0, 1);
    }

    private static Plan plan(int iterations, long warmUpNanos, int sizeBytes, Extent extent) {
        return new Plan(List.of(Specimen.cell(TRANSPORT, sizeBytes, extent)), iterations, warmUpNanos, 1);
    }

    private static Extent period(int seconds) {
        return new Extent.Period(Duration.ofSeconds(seconds).toNanos());
    }
}
