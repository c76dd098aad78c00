package org.ipcbench.run.gate;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.ipcbench.analysis.statistics.Gate;
import org.ipcbench.plan.cell.Cell;
import org.ipcbench.plan.cell.Variant;
import org.ipcbench.plan.result.CellResult;
import org.ipcbench.plan.result.IterationResult;
import org.ipcbench.plan.result.RunResult;
import org.ipcbench.plan.result.SampleCells;
import org.junit.jupiter.api.Test;

class VariantGatesTest {
    private static final Variant OLD = new Variant("old.jar");
    private static final Variant NEW = new Variant("new.jar");
    private static final VariantGates SLOWER = new VariantGates(List.of(new Gate(Gate.Figure.SPEED, 0.05)));

    private final List<CellResult> results = new ArrayList<>();

    /** A cell of both variants; the new one takes so many times as long in each round. */
    private void measured(String transport, double... times) {
        Cell cell = SampleCells.cell(transport, 64);
        results.add(repeated(
                cell.withVariant(OLD),
                IntStream.range(0, times.length).mapToDouble(i -> 1 + 0.01 * i).toArray()));
        results.add(repeated(
                cell.withVariant(NEW),
                IntStream.range(0, times.length)
                        .mapToDouble(i -> times[i] * (1 + 0.01 * i))
                        .toArray()));
    }

    private static CellResult repeated(Cell cell, double... seconds) {
        List<IterationResult> iterations = new ArrayList<>();
        for (int i = 0; i < seconds.length; i++) {
            iterations.add(SampleCells.measured(cell, i + 1, seconds[i], 1_000));
        }
        return new CellResult(cell, seconds.length, iterations);
    }

    private GateOutcome judged(VariantGates gates) {
        return gates.judge(new RunResult(results, false));
    }

    @Test
    void certainLossFailsAndEqualSpeedHolds() {
        measured("lost", 1.1, 1.11, 1.1, 1.09, 1.1);
        measured("even", 1, 1.001, 0.999, 1, 1);

        GateOutcome outcome = judged(SLOWER);

        assertThat(outcome.failures())
                .singleElement()
                .asString()
                .startsWith("--fail-on slower:5%: lost, throughput, 64 bytes, new.jar fails: speed is 0.909 (0.9")
                .endsWith(") times the speed of old.jar");
        assertThat(outcome.undecided()).isEmpty();
        assertThat(outcome.unmeasured()).isEmpty();
    }

    @Test
    void lossThatMayBeChanceIsUndecided() {
        measured("scattered", 1.3, 0.9, 1.2, 0.95, 1.1);

        assertThat(judged(SLOWER).failures()).isEmpty();
        assertThat(judged(SLOWER).undecided())
                .singleElement()
                .asString()
                .matches(".* times the speed of old.jar: not certain; 80 % of such runs find a loss of 2\\d\\.\\d %,"
                        + " measure longer \\(-i or --max-time\\)");
    }

    @Test
    void runThatEndedEarlyCouldNotBeJudged() {
        measured("lost", 1.1, 1.11, 1.1, 1.09, 1.1);
        RunResult early = new RunResult(results, true);

        assertThat(SLOWER.judge(early).lines()).containsExactly("--fail-on: the run ended early");
        assertThat(new VariantGates(List.of()).judge(early)).isEqualTo(GateOutcome.NONE);
    }

    @Test
    void whatCouldNotBeComparedNeitherHoldsNorFails() {
        measured("twice", 1, 1);
        Cell broken = SampleCells.cell("broken", 64);
        results.add(SampleCells.result(broken.withVariant(OLD), 1));
        results.add(new CellResult(
                broken.withVariant(NEW), 1, List.of(SampleCells.failed(broken.withVariant(NEW), 1, "died"))));

        assertThat(judged(SLOWER).unmeasured())
                .containsExactly(
                        "--fail-on slower:5%: twice, throughput, 64 bytes, new.jar: no comparison: fewer than 3 common rounds,"
                                + " use -i 3 or more",
                        "--fail-on slower:5%: broken, throughput, 64 bytes, new.jar: no comparison: failed");
    }

    @Test
    void withoutAnyPairTheGateCouldNotMeasure() {
        results.add(repeated(SampleCells.cell("alone", 64), 1, 1, 1));

        assertThat(judged(SLOWER).unmeasured()).containsExactly("--fail-on: no cell could be compared");
    }

    @Test
    void planSaysHowManyRoundsFindTwiceTheAllowedLoss() {
        measured("one", 1, 1.05, 0.95, 1.02, 0.98, 1, 1.03, 0.97);
        measured("two", 1, 1.04, 0.95, 1.03, 0.98, 1, 1.02, 0.97);

        assertThat(planned(SLOWER))
                .singleElement()
                .asString()
                .matches("--fail-on slower: finds a loss of 10\\.0 % in 9 of 10 runs with 8 rounds, about 8 s,"
                        + " if ratios vary by 3\\.\\d % from round to round");
    }

    @Test
    void planNamesTheCellInWhichALossIsSeldomFound() {
        measured("calm", 1, 1.002, 0.999, 1.001, 0.998, 1, 1.001, 0.999);
        measured("serene", 1, 1.002, 0.999, 1.001, 0.998, 1, 1.001, 0.999);
        measured("silent", 1, 1.002, 0.999, 1.001, 0.998, 1, 1.001, 0.999);
        measured("wild", 1, 1.3, 0.7, 1.2, 0.9, 1, 1.4, 0.8);

        assertThat(planned(SLOWER))
                .singleElement()
                .asString()
                .matches(".*; in \\d of 10 in wild, throughput, 64 bytes, new.jar");
    }

    @Test
    void planHasNothingToSayOfWhatCouldNotBeCompared() {
        measured("twice", 1, 1);

        assertThat(planned(SLOWER)).singleElement().asString().contains("twice", "no comparison: fewer than 3");
        assertThat(SLOWER.plan(new RunResult(results, false)).rounds()).isEmpty();
    }

    private List<String> planned(VariantGates gates) {
        return gates.plan(new RunResult(results, false)).lines("%d s"::formatted);
    }

    @Test
    void percentileNeedsMessagesBeyondIt() {
        Cell few = SampleCells.cell("few", 64);
        for (Variant variant : List.of(OLD, NEW)) {
            Cell cell = few.withVariant(variant);
            results.add(new CellResult(
                    cell,
                    3,
                    IntStream.rangeClosed(1, 3)
                            .mapToObj(round -> SampleCells.sampled(cell, round, 1, 50))
                            .toList()));
        }

        assertThat(judged(new VariantGates(List.of(new Gate(Gate.Figure.P99, 0.2))))
                        .unmeasured())
                .containsExactly(
                        "--fail-on p99-slower:20%: few, throughput, 64 bytes, new.jar: no comparison: too few messages"
                                + " for a p99, send more");
    }
}
