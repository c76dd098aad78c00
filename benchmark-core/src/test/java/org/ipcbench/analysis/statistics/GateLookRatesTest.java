package org.ipcbench.analysis.statistics;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.ipcbench.ByTurns;
import org.ipcbench.analysis.Noise;
import org.ipcbench.analysis.RatesTable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * How often a gate of {@code slower:5%,p99-slower:20%} fails a run of six cells that looks after every round from the sixth on and
 * leaves out the cells that are certain, and which part of the iterations that saves.
 */
@Tag("full")
@ByTurns(day = 0)
class GateLookRatesTest {
    private static final int TRIALS = 1_000;
    private static final int CELLS = 6;
    private static final int FIRST_LOOK = 6;
    private static final Gate SPEED = new Gate(Gate.Figure.SPEED, 0.05);
    private static final Gate P99 = new Gate(Gate.Figure.P99, 0.2);

    /** A 99th percentile scatters so many times as much as a rate. */
    private static final double TAIL_SCATTER = 3;

    private static final double SLOWED = 0.7;
    private static final double STALLED = 0.6;

    private static final RatesTable TABLE = new RatesTable("gate-look-rates.md");

    /**
     * @param rounds for which there is time
     * @param factor speed of the new variant's first cell ÷ that of the old one's
     * @param others the same of the other cells
     * @param slows whether the machine falls to 0.7 in the midst of a round at half-time
     * @param stalls share of iterations that lose part of their rate
     * @param p99 whether the gate looks at percentiles, too
     */
    private record Setting(
            int rounds, double variation, double factor, double others, boolean slows, double stalls, boolean p99) {}

    /** What became of many runs, in percent. */
    private record Tried(double failed, double saved) {}

    @ParameterizedTest
    @CsvSource({
        // rounds, CV, factor, others, slows, stalls, p99, least and most percent of failing gates
        "40, 0.02, 1,    1,    false, 0,   false, 0, 0.5",
        "40, 0.05, 1,    1,    true,  0,   true,  0, 0.5",
        "40, 0.02, 1,    1,    true,  0.1, false, 0, 1",
        "40, 0.02, 0.95, 0.95, false, 0,   false, 1, 5",
        "40, 0.05, 0.95, 0.95, true,  0,   true,  0, 5",
        "150, 0.03, 0.95, 0.95, true, 0,   false, 0, 5",
        "20, 0.02, 0.9,  1,    false, 0,   false, 99, 100",
        "20, 0.05, 0.9,  1,    false, 0,   false, 75, 90",
        "40, 0.05, 0.9,  1,    false, 0,   false, 98, 100",
        "40, 0.05, 0.9,  1,    true,  0,   true,  92, 100",
    })
    void looksFailAGateForALossAndSeldomByChance(
            int rounds,
            double variation,
            double factor,
            double others,
            boolean slows,
            double stalls,
            boolean p99,
            double least,
            double most) {
        Setting setting = new Setting(rounds, variation, factor, others, slows, stalls, p99);
        Tried planned = tried(setting, 0);
        Tried looking = tried(setting, Gate.EARLY_ALPHA);

        String what = factor == 1 ? "wrongly failed" : others == factor ? "failed at the limit" : "loss of 10 % found";
        String occasion = "n = %d, CV %.0f %%%s%s%s"
                .formatted(
                        rounds,
                        100 * variation,
                        slows ? ", machine falls to 0.7" : "",
                        stalls > 0 ? ", stalls" : "",
                        p99 ? ", also p99" : "");
        TABLE.add(what + ", without looks", occasion, planned.failed());
        TABLE.add(what + ", with looks", occasion, looking.failed());
        TABLE.add("iterations saved", occasion, looking.saved());
        assertThat(looking.failed()).isBetween(least, most);
    }

    @AfterAll
    static void keepTheTable() throws IOException {
        TABLE.write();
    }

    private static Tried tried(Setting setting, double early) {
        Noise noise = new Noise();
        int failed = 0;
        long iterations = 0;
        for (int trial = 0; trial < TRIALS; trial++) {
            SimulatedRun run = new SimulatedRun(setting, noise);
            run.measure(early);
            failed += Gate.judge(run.gated()).contains(Gate.Judgement.FAILS) ? 1 : 0;
            iterations += run.iterations;
        }
        return new Tried(
                100.0 * failed / TRIALS, 100 - 100.0 * iterations / ((double) TRIALS * CELLS * setting.rounds()));
    }

    /** The logarithms of the ratios of each cell and gate. */
    private static final class SimulatedRun {
        private final Setting setting;
        private final Noise noise;
        private final List<Gate> gates;
        private final List<List<Double>> logs = new ArrayList<>();
        private final boolean[] undecided = new boolean[CELLS];
        private int iterations;

        SimulatedRun(Setting setting, Noise noise) {
            this.setting = setting;
            this.noise = noise;
            gates = setting.p99() ? List.of(SPEED, P99) : List.of(SPEED);
            IntStream.range(0, CELLS * gates.size()).forEach(i -> logs.add(new ArrayList<>()));
            Arrays.fill(undecided, true);
        }

        void measure(double early) {
            for (int round = 1;
                    round <= setting.rounds() && IntStream.range(0, CELLS).anyMatch(i -> undecided[i]);
                    round++) {
                for (int cell = 0; cell < CELLS; cell++) {
                    if (undecided[cell]) {
                        measure(cell, round);
                    }
                }
                if (round >= FIRST_LOOK) {
                    look(early);
                }
            }
        }

        private void measure(int cell, int round) {
            iterations++;
            double loss = cell == 0 ? setting.factor() : setting.others();
            double now = machine(round);
            double old = machine(round);
            for (int gate = 0; gate < gates.size(); gate++) {
                double scatter = setting.variation() * (gate == 0 ? 1 : TAIL_SCATTER);
                logs.get(cell * gates.size() + gate)
                        .add(Math.log(loss * now * noise.rate(scatter) / (old * noise.rate(scatter))));
            }
        }

        private double machine(int round) {
            boolean slowed = setting.slows()
                    && (2 * round > setting.rounds() + 1 || (2 * round >= setting.rounds() && noise.chance(0.5)));
            return (slowed ? SLOWED : 1) * (noise.chance(setting.stalls()) ? STALLED : 1);
        }

        private void look(double early) {
            List<Gate.Judgement> judgements = Gate.judge(gated(), early);
            for (int cell = 0; cell < CELLS; cell++) {
                undecided[cell] = judgements
                        .subList(cell * gates.size(), (cell + 1) * gates.size())
                        .contains(Gate.Judgement.UNDECIDED);
            }
        }

        List<Gate.Gated> gated() {
            return IntStream.range(0, logs.size())
                    .mapToObj(i -> new Gate.Gated(
                            gates.get(i % gates.size()),
                            new RatioEstimate(
                                    Estimate.ofMean(Sample.of(logs.get(i))).orElseThrow())))
                    .toList();
        }
    }
}
