package org.ipcbench.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.function.DoubleUnaryOperator;
import java.util.stream.IntStream;
import org.assertj.core.data.Percentage;
import org.ipcbench.analysis.statistics.Interval;
import org.ipcbench.model.CostModels.Crossover;
import org.ipcbench.placement.Placement;
import org.ipcbench.plan.cell.Cell;
import org.ipcbench.plan.result.CellResult;
import org.ipcbench.plan.result.ListedTransport;
import org.ipcbench.plan.result.RunResult;
import org.ipcbench.plan.result.SampleCells;
import org.ipcbench.transport.Availability;
import org.ipcbench.transport.Traits;
import org.ipcbench.transport.Transport;
import org.ipcbench.transport.WaitStrategy;
import org.junit.jupiter.api.Test;

class CostModelsTest {
    private static final int[] SIZES = {64, 256, 1024, 4096, 16384, 65536};

    /** What the times are off by, so that no line is exact; the same for every transport. */
    private static final double[] WOBBLE = {1.01, 0.99, 1.0, 1.01, 0.99, 1.0};

    private static final int ITERATIONS = 3;

    private static final Transport POST = ListedTransport.of("post");
    private static final Transport PIGEON = ListedTransport.of("pigeon");
    private static final Placement NEAR = new Placement("same-cpu", Optional.empty(), Optional.empty(), "");

    @Test
    void everyTransportHasAModelOfItsOwn() {
        CostModels models = models(
                sweep(POST, MadeUpSweep.straight(10_000, 100)), sweep(PIGEON, MadeUpSweep.straight(5_000, 1_000)));

        assertThat(models.groups()).singleElement().satisfies(group -> {
            assertThat(group.sweeps())
                    .extracting(sweep -> sweep.cell().transportId())
                    .containsExactly("post", "pigeon");
            assertThat(group.sweeps()).allMatch(sweep -> sweep.refusal().isEmpty());
            assertThat(model(group.sweeps().get(0)).fixedInterval().contains(10_000))
                    .isTrue();
            assertThat(model(group.sweeps().get(1)).perKibibyteInterval().contains(1_000))
                    .isTrue();
        });
    }

    @Test
    void crossoverLiesBetweenTwoMeasuredSizes() {
        CostModels models = models(
                sweep(POST, MadeUpSweep.straight(10_000, 100)), sweep(PIGEON, MadeUpSweep.straight(5_000, 1_000)));

        assertThat(models.groups().get(0).crossovers()).singleElement().satisfies(crossover -> {
            assertThat(crossover.below().cell().transportId()).isEqualTo("pigeon");
            assertThat(crossover.above().cell().transportId()).isEqualTo("post");
            assertThat(crossover.interval()).isEqualTo(new Interval(4096, 16384));
            assertThat(crossover.bytes()).isCloseTo(5_000 / 900.0 * 1024, Percentage.withPercentage(20));
            assertThat(crossover.timesFastest()).isCloseTo(1, within(0.01));
        });
    }

    @Test
    void crossoverNeedsNoLine() {
        double[] zigzag = {1, 3, 1, 4, 1, 3};
        CostModels models = models(
                IntStream.range(0, SIZES.length)
                        .mapToObj(i -> cell(SampleCells.roundTrips(POST, SIZES[i]), i, 10_000 * zigzag[i]))
                        .toList(),
                IntStream.range(0, SIZES.length)
                        .mapToObj(i ->
                                cell(SampleCells.roundTrips(PIGEON, SIZES[i]), i, (i < 3 ? 9_000 : 11_000) * zigzag[i]))
                        .toList());

        assertThat(models.groups().get(0).sweeps())
                .allMatch(sweep -> sweep.model().isEmpty());
        assertThat(models.groups().get(0).crossovers())
                .extracting(Crossover::interval)
                .containsExactly(new Interval(1024, 4096));
    }

    @Test
    void twoSizesAreEnoughForACrossover() {
        CostModels models = models(
                sweep(POST, MadeUpSweep.straight(10_000, 100)).subList(3, 5),
                sweep(PIGEON, MadeUpSweep.straight(5_000, 1_000)).subList(3, 5));

        assertThat(models.groups().get(0).crossovers())
                .extracting(Crossover::interval)
                .containsExactly(new Interval(4096, 16384));
        assertThat(models.groups().get(0).sweeps()).noneMatch(SizeSweep::isForAModel);
    }

    @Test
    void undecidedSizesLieWithinTheCrossover() {
        CostModels models = models(
                sweep(POST, bytes -> 10_000),
                sweep(PIGEON, bytes -> bytes < 1024 ? 8_000 : bytes > 4096 ? 12_000 : 10_000));

        assertThat(models.groups().get(0).crossovers())
                .extracting(Crossover::interval)
                .containsExactly(new Interval(256, 16384));
    }

    @Test
    void oneIterationOfEachSizeTellsNoCrossover() {
        List<CellResult> post = once(POST, MadeUpSweep.straight(10_000, 100));
        List<CellResult> pigeon = once(PIGEON, MadeUpSweep.straight(5_000, 1_000));

        assertThat(models(post, pigeon).groups().get(0).crossovers()).isEmpty();
    }

    @Test
    void crossoverOfSlowerTransportsComesLast() {
        Transport owl = ListedTransport.of("owl");
        CostModels models = models(
                sweep(POST, MadeUpSweep.straight(10_000, 100)),
                sweep(PIGEON, MadeUpSweep.straight(5_000, 1_000)),
                sweep(owl, MadeUpSweep.straight(20_000, 50)));

        assertThat(models.groups().get(0).crossovers())
                .extracting(
                        crossover -> crossover.above().cell().transportId(),
                        crossover -> crossover.timesFastest() > 1.01)
                .containsExactly(tuple("post", false), tuple("owl", true));
    }

    @Test
    void transportsThatTheDataDoNotTellApartDoNotCross() {
        CostModels models =
                models(sweep(POST, MadeUpSweep.straight(10_000, 100)), sweep(PIGEON, MadeUpSweep.straight(10_050, 99)));

        assertThat(models.groups().get(0).crossovers()).isEmpty();
    }

    @Test
    void placementsAndWaysOfWaitingAreNotCompared() {
        Transport spinning =
                new ListedTransport("spinning", Availability.available(), Traits.of(WaitStrategy.SPINNING));
        List<CellResult> elsewhere = IntStream.range(0, SIZES.length)
                .mapToObj(i ->
                        cell(SampleCells.withPlacement(SampleCells.roundTrips(POST, SIZES[i]), NEAR), i, 3_000.0 + i))
                .toList();

        CostModels models = models(
                sweep(POST, MadeUpSweep.straight(10_000, 100)),
                sweep(spinning, MadeUpSweep.straight(500, 1_000)),
                elsewhere);

        assertThat(models.groups())
                .hasSize(3)
                .allSatisfy(group -> assertThat(group.sweeps()).hasSize(1));
    }

    @Test
    void fewSizesCarryNoModelOfTwoNoneIsExpectedAndOneIsNoSweep() {
        List<CellResult> four = sweep(POST, MadeUpSweep.straight(10_000, 100)).subList(0, 4);
        List<CellResult> two = sweep(PIGEON, MadeUpSweep.straight(10_000, 100)).subList(0, 2);
        List<CellResult> one = sweep(ListedTransport.of("owl"), bytes -> 3_000).subList(0, 1);

        List<SizeSweep> sweeps = models(four, two, one).groups().get(0).sweeps();

        assertThat(sweeps).hasSize(2).allMatch(sweep -> sweep.model().isEmpty());
        assertThat(sweeps.get(0).refusal()).isEqualTo("4 sizes, needs 5 or more");
        assertThat(sweeps).extracting(SizeSweep::isForAModel).containsExactly(true, false);
    }

    @Test
    void sizesOfTwoSpeedsHaveNoPartInTheModel() {
        List<CellResult> cells = new ArrayList<>(sweep(POST, MadeUpSweep.straight(10_000, 100)));
        cells.set(2, torn(1024));

        SizeSweep five = models(cells).groups().get(0).sweeps().get(0);

        assertThat(five.model()).isPresent();
        assertThat(five.passedOver()).containsExactly(1024);
        assertThat(five.model().orElseThrow().worst().relative()).isCloseTo(0, within(0.05));

        cells.set(3, torn(4096));
        assertThat(models(cells).groups().get(0).sweeps().get(0).refusal())
                .isEqualTo("4 sizes without those at two speeds (1024, 4096), needs 5 or more");
    }

    @Test
    void sizesWithoutOrderCarryNoModel() {
        double[] nanos = {10_000, 31_000, 9_000, 40_000, 8_000, 30_000};
        List<CellResult> cells = IntStream.range(0, SIZES.length)
                .mapToObj(i -> cell(SampleCells.roundTrips(POST, SIZES[i]), i, nanos[i]))
                .toList();

        SizeSweep sweep = models(cells).groups().get(0).sweeps().get(0);

        assertThat(sweep.model()).isEmpty();
        assertThat(sweep.refusal()).startsWith("no line fits its sizes; the worst, ");
    }

    @Test
    void sizesWithoutFiguresHaveNoPart() {
        List<CellResult> cells = new ArrayList<>(sweep(POST, MadeUpSweep.straight(10_000, 100)));
        Cell failed = SampleCells.roundTrips(POST, 131072);
        cells.add(new CellResult(failed, 1, List.of(SampleCells.failed(failed, 1, "the server died"))));

        SizeSweep sweep = models(cells).groups().get(0).sweeps().get(0);

        assertThat(sweep.cells()).hasSize(7);
        assertThat(sweep.model().orElseThrow().largestBytes()).isEqualTo(65536);
    }

    private static CostModel model(SizeSweep sweep) {
        return sweep.model().orElseThrow();
    }

    @SafeVarargs
    @SuppressWarnings("varargs")
    private static CostModels models(List<CellResult>... sweeps) {
        return CostModels.of(
                new RunResult(Arrays.stream(sweeps).flatMap(List::stream).toList(), false));
    }

    private static List<CellResult> sweep(Transport transport, DoubleUnaryOperator nanos) {
        return IntStream.range(0, SIZES.length)
                .mapToObj(i -> cell(SampleCells.roundTrips(transport, SIZES[i]), i, nanos.applyAsDouble(SIZES[i])))
                .toList();
    }

    private static List<CellResult> once(Transport transport, DoubleUnaryOperator nanos) {
        return IntStream.of(SIZES)
                .mapToObj(size -> SampleCells.roundTrips(transport, size))
                .map(cell -> SampleCells.result(cell, seconds(cell, nanos.applyAsDouble(cell.requestBytes()))))
                .toList();
    }

    /** Three iterations, which scatter by 1 %, differently for each transport and size. */
    private static CellResult cell(Cell cell, int index, double nanos) {
        Random random = new Random(31 * cell.transportId().hashCode() + index);
        return new CellResult(
                cell,
                ITERATIONS,
                IntStream.rangeClosed(1, ITERATIONS)
                        .mapToObj(iteration -> SampleCells.measured(
                                cell,
                                iteration,
                                seconds(cell, WOBBLE[index] * nanos * (1 + 0.01 * random.nextGaussian()))))
                        .toList());
    }

    /** Iterations at two speeds. */
    private static CellResult torn(int size) {
        Cell cell = SampleCells.roundTrips(POST, size);
        List<Double> nanos = List.of(10_000.0, 10_100.0, 10_200.0, 40_000.0, 40_200.0);
        return new CellResult(
                cell,
                nanos.size(),
                IntStream.range(0, nanos.size())
                        .mapToObj(i -> SampleCells.measured(cell, i + 1, seconds(cell, nanos.get(i))))
                        .toList());
    }

    /** How long the volume of a made-up iteration takes where a message takes so long. */
    private static double seconds(Cell cell, double nanos) {
        return nanos * ((double) (1 << 20) / cell.requestBytes()) / 1e9;
    }
}
