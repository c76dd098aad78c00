package org.ipcbench.analysis.statistics;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.NavigableMap;
import org.ipcbench.analysis.Noise;
import org.ipcbench.analysis.RatesTable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** How often a gate of {@code slower:5%} between two variants fails a run of six cells. */
class GateRatesTest {
    private static final int TRIALS = 2_000;
    private static final int CELLS = 6;
    private static final Gate GATE = new Gate(Gate.Figure.SPEED, 0.05);
    private static final double STALLED = 0.6;

    private static final RatesTable TABLE = new RatesTable("gate-rates.md");

    /**
     * @param factor rate of the new variant's first cell ÷ rate of the old one's
     * @param others the same of the other cells
     * @param halfTime rate of the machine in the second half of the rounds
     * @param stalls share of iterations that lose part of their rate
     */
    @ParameterizedTest
    @CsvSource({
        // rounds, CV, factor, others, half-time, stalls, least and most percent of failing gates
        "10, 0.02, 1,    1,    1,   0,    0, 0.5",
        "10, 0.08, 1,    1,    1,   0,    0, 0.5",
        "10, 0.05, 1,    1,    0.7, 0,    0, 0.5",
        "10, 0.02, 1,    1,    1,   0.1,  0, 1",
        "10, 0.05, 0.95, 0.95, 1,   0,    0, 4",
        "10, 0.02, 0.9,  1,    1,   0,   95, 100",
        "10, 0.02, 0.9,  1,    0.7, 0,   95, 100",
        "20, 0.05, 0.9,  1,    1,   0,   65, 92",
        "20, 0.02, 0.9,  1,    1,   0.1,  5, 20",
        "40, 0.05, 0.9,  1,    1,   0,   90, 100",
    })
    void gateFailsForALossAndSeldomByChance(
            int rounds,
            double variation,
            double factor,
            double others,
            double halfTime,
            double stalls,
            double least,
            double most) {
        Noise noise = new Noise();
        double[] machine = new double[rounds];
        Arrays.setAll(machine, round -> 2 * round < rounds ? 1 : halfTime);

        double percent = Noise.percent(TRIALS, () -> {
            List<Gate.Gated> ratios = new ArrayList<>();
            for (int cell = 0; cell < CELLS; cell++) {
                NavigableMap<Integer, Double> old = stalled(noise.rounds(machine, variation), stalls, noise);
                NavigableMap<Integer, Double> now = stalled(noise.rounds(machine, variation), stalls, noise);
                double slower = cell == 0 ? factor : others;
                now.replaceAll((round, rate) -> rate * slower);
                ratios.add(new Gate.Gated(
                        GATE,
                        Comparison.paired(now, old).orElseThrow().estimate().orElseThrow()));
            }
            return Gate.judge(ratios).contains(Gate.Judgement.FAILS);
        });

        TABLE.add(
                factor == 1 ? "wrongly failed" : others == factor ? "failed at the limit" : "loss of 10 % found",
                "n = %d, CV %.0f %%, machine then at %.1f, stalls in %.0f %%"
                        .formatted(rounds, 100 * variation, halfTime, 100 * stalls),
                percent);
        assertThat(percent).isBetween(least, most);
    }

    private static NavigableMap<Integer, Double> stalled(
            NavigableMap<Integer, Double> rates, double share, Noise noise) {
        rates.replaceAll((round, rate) -> noise.chance(share) ? STALLED * rate : rate);
        return rates;
    }

    @AfterAll
    static void keepTheTable() throws IOException {
        TABLE.write();
    }
}
