package org.ipcbench.analysis.statistics;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;
import org.ipcbench.analysis.Noise;
import org.ipcbench.analysis.RatesTable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** How often a run finds the loss of one cell for which a pilot has planned it: in 90 % if plans are honest. */
@Tag("full")
class GatePlanRatesTest {
    private static final int PILOTS = 600;
    private static final int PILOT_ROUNDS = 8;
    private static final int MIN_ROUNDS = 6;
    private static final int MAX_ROUNDS = 10_000;
    private static final double STALLED = 0.6;
    private static final RatesTable TABLE = new RatesTable("gate-plan-rates.md");

    /**
     * @param unlike how many times as much each cell scatters as the cell before
     * @param stalls share of iterations that lose part of their rate
     */
    @ParameterizedTest
    @CsvSource({
        "slower, 0.05, 1, 0.03, 1,   0",
        "slower, 0.05, 1, 0.05, 1,   0",
        "slower, 0.05, 1, 0.10, 1,   0",
        "slower, 0.05, 6, 0.03, 1,   0",
        "slower, 0.05, 6, 0.05, 1,   0",
        "slower, 0.05, 6, 0.02, 1.3, 0",
        "slower, 0.05, 6, 0.02, 1,   0.1",
        "p99-slower, 0.2,  6, 0.15, 1,   0",
        "p99-slower, 0.2,  2, 0.3,  1,   0",
    })
    void plannedPowerIsNearlyTheRealOne(
            String label, double allowed, int cells, double variation, double unlike, double stalls) {
        Gate gate = new Gate(Gate.Figure.labelled(label).orElseThrow(), allowed);
        Noise noise = new Noise();
        int found = 0;
        long rounds = 0;
        for (int pilot = 0; pilot < PILOTS; pilot++) {
            List<RatioEstimate> seen = ratios(gate, noise, cells, variation, unlike, stalls, PILOT_ROUNDS, -1);
            OptionalInt planned = new GatePrediction(gate, seen, cells).rounds(MIN_ROUNDS, MAX_ROUNDS);
            int lost = pilot % cells;
            List<Gate.Gated> run =
                    ratios(gate, noise, cells, variation, unlike, stalls, planned.orElse(MAX_ROUNDS), lost).stream()
                            .map(ratio -> new Gate.Gated(gate, ratio))
                            .toList();
            found += Gate.judge(run).get(lost) == Gate.Judgement.FAILS ? 1 : 0;
            rounds += planned.orElse(MAX_ROUNDS);
        }
        double percent = 100.0 * found / PILOTS;

        TABLE.add(
                "planned loss found, 90 % promised",
                "%s, %d cells, CV %.0f %%%s%s; %d rounds on average"
                        .formatted(
                                label,
                                cells,
                                100 * variation,
                                unlike > 1
                                        ? " to %.0f %%".formatted(100 * variation * Math.pow(unlike, cells - 1))
                                        : "",
                                stalls > 0 ? ", stalls" : "",
                                rounds / PILOTS),
                percent);
        assertThat(percent).isBetween(80.0, 97.0);
    }

    private static List<RatioEstimate> ratios(
            Gate gate, Noise noise, int cells, double variation, double unlike, double stalls, int rounds, int lost) {
        List<RatioEstimate> ratios = new ArrayList<>();
        for (int cell = 0; cell < cells; cell++) {
            double scatter = variation * Math.pow(unlike, cell);
            double[] logs = new double[rounds];
            for (int round = 0; round < rounds; round++) {
                double now = rate(noise, scatter, stalls);
                double old = rate(noise, scatter, stalls);
                logs[round] = Math.log(now / old)
                        + (cell == lost ? Math.log(gate.figure().ratio(GatePrediction.loss(gate))) : 0);
            }
            ratios.add(new RatioEstimate(Estimate.ofMean(new Sample(logs)).orElseThrow()));
        }
        return ratios;
    }

    private static double rate(Noise noise, double scatter, double stalls) {
        return (noise.chance(stalls) ? STALLED : 1) * noise.rate(scatter);
    }

    @AfterAll
    static void keepTheTable() throws IOException {
        TABLE.write();
    }
}
