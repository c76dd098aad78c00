package org.ipcbench.figure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.ipcbench.analysis.Noise;
import org.ipcbench.analysis.Occasion;
import org.ipcbench.analysis.statistics.Comparison;
import org.ipcbench.analysis.statistics.Comparison.Outcome;
import org.ipcbench.analysis.statistics.Gate;
import org.ipcbench.analysis.statistics.Interval;
import org.ipcbench.analysis.statistics.TimeDifference;
import org.ipcbench.plan.cell.Cell;
import org.ipcbench.plan.cell.SampleLoads;
import org.ipcbench.plan.cell.Variant;
import org.ipcbench.plan.result.CellResult;
import org.ipcbench.plan.result.IterationResult;
import org.ipcbench.plan.result.ListedTransport;
import org.ipcbench.plan.result.RunResult;
import org.ipcbench.plan.result.SampleCells;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Whatever shows two cells says the same of them, in simulated runs of two variants whose difference is hard to see: rank, ratio,
 * difference of times, outcome, and the gate.
 */
class OneEstimateTest {
    private static final int RUNS = 50;

    @ParameterizedTest(name = "{0} transports, {1} rounds, {2} times as fast")
    @CsvSource({"1, 4, 1", "1, 8, 0.97", "1, 5, 0.9", "3, 5, 0.95", "4, 8, 0.97"})
    void rankRatioDifferenceAndOutcomeAgree(int transports, int rounds, double factor) {
        Noise noise = new Noise();
        Map<Outcome, Integer> outcomes = new TreeMap<>();
        for (int run = 0; run < RUNS; run++) {
            RunResult result = run(noise, transports, rounds, factor);
            List<VariantPair.Judged> pairs = VariantPair.judged(result);
            Ranking ranking = Ranking.of(result).get(0);
            pairs.forEach(pair -> outcomes.merge(pair.outcome(), 1, Integer::sum));
            ranking.cells().forEach(cell -> assertAgrees(ranking, cell));
            pairs.forEach(pair -> assertAgrees(ranking, pair, transports == 1));
        }
        assertThat(outcomes).as("all outcomes occur").hasSizeGreaterThan(1);
    }

    /** In one of its rounds NEW has one sample too few for a p99. */
    @Test
    void percentileOfOneIsNotComparedWithAnotherPercentile() {
        Cell load = SampleLoads.cell("tin-can", 10_000);
        CellResult old = SampleLoads.sampled(load.withVariant(new Variant("old")), 1_000, 1_000, 1_000);
        CellResult few = SampleLoads.sampled(load.withVariant(new Variant("new")), 1_000, 999, 1_000);
        RunResult run = new RunResult(List.of(old, few), false);

        assertThat(VariantPair.judged(run))
                .singleElement()
                .extracting(VariantPair.Judged::difference)
                .isEqualTo("too few messages for a p99, use a longer --duration");
        assertThat(few.summary()
                        .orElseThrow()
                        .speed()
                        .gated(
                                new Gate(Gate.Figure.SPEED, 0.05),
                                old.summary().orElseThrow().speed()))
                .isEmpty();
        Ranking ranking = Ranking.of(run).get(0);
        assertThat(ranking.cells()).containsExactly(old, few);
        assertThat(ranking.rank(old)).contains(1);
        assertThat(ranking.rank(few)).isEmpty();
        assertThat(ranking.behindFastest(few)).isEmpty();
    }

    /** A longer part would not help. */
    @Test
    void variantThatDoesNotCarryTheRateIsTold() {
        Cell load = SampleLoads.cell("tin-can", 10_000);
        CellResult carried = SampleLoads.carried(load.withVariant(new Variant("old")), 1_000);
        CellResult slow = SampleLoads.result(load.withVariant(new Variant("new")), 0.6, 1_000);

        assertThat(VariantPair.judged(new RunResult(List.of(carried, slow), false)))
                .singleElement()
                .extracting(VariantPair.Judged::difference)
                .isEqualTo("the rate is not reached");
    }

    /** Too few for a p99 in all of them. */
    @Test
    void mediansAreComparedIfNoCellHasAHigherPercentile() {
        Cell load = SampleLoads.cell("tin-can", 10_000);
        RunResult run = new RunResult(
                List.of(
                        SampleLoads.sampled(load.withVariant(new Variant("old")), 1_000, 999, 1_000),
                        SampleLoads.sampled(load.withVariant(new Variant("new")), 999, 1_000, 1_000)),
                false);

        assertThat(VariantPair.judged(run))
                .allMatch(pair -> pair.pair().comparison().isPresent());
        assertThat(Ranking.of(run).get(0).cells())
                .allMatch(cell -> Ranking.of(run).get(0).rank(cell).isPresent());
    }

    /** A rank below the fastest cell's, and intervals that exclude equality. */
    private static void assertAgrees(Ranking ranking, CellResult cell) {
        if (cell == ranking.fastest() || ranking.detectableFromFastest(cell).isPresent()) {
            return;
        }
        assertThat(ranking.rank(cell).orElseThrow()).isGreaterThan(1);
        Interval ratio =
                ranking.behindFastest(cell).flatMap(Comparison::interval).orElseThrow();
        assertThat(ratio.low()).isGreaterThan(1);
        Interval longer = ranking.longerThanFastest(cell)
                .flatMap(TimeDifference::interval)
                .orElseThrow();
        assertThat(longer.low()).isPositive();
    }

    private static void assertAgrees(Ranking ranking, VariantPair.Judged pair, boolean alone) {
        CellResult first = pair.pair().first();
        CellResult other = pair.pair().other();
        if (ranking.fastest() != first && ranking.fastest() != other) {
            return;
        }
        CellResult slower = ranking.fastest() == first ? other : first;
        double sign = slower == other ? 1 : -1;
        Comparison ratio = pair.pair().comparison().orElseThrow();
        Comparison behind = ranking.behindFastest(slower).orElseThrow();
        TimeDifference longer = pair.longer().orElseThrow();
        TimeDifference longerThanFastest = ranking.longerThanFastest(slower).orElseThrow();
        Interval ratios = ratio.interval().orElseThrow();
        Interval behinds = behind.interval().orElseThrow();

        assertThat(Math.log(behind.ratio())).isCloseTo(-sign * Math.log(ratio.ratio()), within(1e-9));
        assertThat(Math.log(behinds.high() / behinds.low()))
                .isCloseTo(Math.log(ratios.high() / ratios.low()), within(1e-9));
        assertThat(longerThanFastest.seconds()).isCloseTo(sign * longer.seconds(), within(1e-12));
        assertThat(width(longerThanFastest)).isCloseTo(width(longer), within(1e-12));
        assertThat(longer.interval().orElseThrow().contains(0)).isEqualTo(ratios.contains(1));
        boolean isToldApart = pair.outcome() != Outcome.NO_DIFFERENCE_SEEN;
        assertThat(ranking.detectableFromFastest(slower).isEmpty()).isEqualTo(isToldApart);
        if (alone) {
            assertThat(ranking.rank(slower)).contains(isToldApart ? 2 : 1);
        }
        Gate.Gated gated = other.summary()
                .orElseThrow()
                .speed()
                .gated(
                        new Gate(Gate.Figure.SPEED, 0.05),
                        first.summary().orElseThrow().speed())
                .orElseThrow();
        assertThat(gated.ratio()).isEqualTo(ratio.estimate().orElseThrow());
    }

    private static double width(TimeDifference difference) {
        Interval interval = difference.interval().orElseThrow();
        return interval.high() - interval.low();
    }

    private static RunResult run(Noise noise, int transports, int rounds, double factor) {
        List<CellResult> cells = new ArrayList<>();
        double[] machine = noise.rates(rounds, 0.1);
        for (int transport = 0; transport < transports; transport++) {
            Cell cell = SampleCells.roundTrips(ListedTransport.of("transport-" + transport), 64);
            double ofTransport = 1 - 0.02 * transport;
            cells.add(cell(noise, cell.withVariant(new Variant("old")), machine, ofTransport));
            cells.add(cell(noise, cell.withVariant(new Variant("new")), machine, ofTransport * factor));
        }
        return new RunResult(cells, false);
    }

    private static CellResult cell(Noise noise, Cell cell, double[] machine, double factor) {
        List<IterationResult> iterations = new ArrayList<>();
        for (int round = 0; round < machine.length; round++) {
            Occasion occasion = new Occasion().rate(machine[round] * factor * noise.rate(0.03));
            for (int part = 0; part < Occasion.PARTS; part++) {
                occasion.part(part, noise.chance(0.1) ? 1.5 : noise.rate(0.05));
            }
            iterations.add(SampleCells.measured(cell, round + 1, occasion.measurement()));
        }
        return new CellResult(cell, iterations.size(), iterations);
    }
}
