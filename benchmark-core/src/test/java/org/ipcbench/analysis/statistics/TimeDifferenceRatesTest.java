package org.ipcbench.analysis.statistics;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.NavigableMap;
import org.ipcbench.analysis.Noise;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** How often the interval of a difference of times has the true one. In each round the machine slows both cells down alike, by 20 %. */
final class TimeDifferenceRatesTest {
    private static final int TRIALS = 1_000;
    private static final double MACHINE = 0.2;

    @ParameterizedTest(name = "{0} rounds, CV {1}, {2} times as fast")
    @CsvSource({"3, 0.02, 1", "3, 0.1, 1.3", "5, 0.05, 1.1", "5, 0.1, 4", "10, 0.1, 1", "10, 0.2, 1.5", "10, 0.02, 4"})
    void intervalsHaveTheTrueDifference(int rounds, double variation, double factor) {
        assertCovers(rounds, variation, variation, factor);
        assertCovers(rounds, variation, 0.01, factor);
        assertCovers(rounds, 0.01, variation, factor);
    }

    private static void assertCovers(int rounds, double variation, double ofOther, double factor) {
        Noise noise = new Noise();
        double truth = Math.sqrt(1 + MACHINE * MACHINE)
                * (Math.sqrt(1 + variation * variation) - Math.sqrt(1 + ofOther * ofOther) / factor);
        double covered = Noise.percent(TRIALS, () -> {
            double[] machine = noise.rates(rounds, MACHINE);
            NavigableMap<Integer, Double> slower = noise.rounds(machine, variation);
            NavigableMap<Integer, Double> faster = noise.rounds(machine, ofOther);
            faster.replaceAll((round, rate) -> factor * rate);
            return TimeDifference.of(Comparison.of(faster, slower), slower, faster)
                    .interval()
                    .orElseThrow()
                    .contains(truth);
        });

        assertThat(covered).isBetween(92.5, 97.5);
    }
}
