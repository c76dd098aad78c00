package org.ipcbench.analysis;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.NavigableMap;
import java.util.TreeMap;
import java.util.function.Function;
import org.ipcbench.ByTurns;
import org.ipcbench.analysis.statistics.Comparison;
import org.ipcbench.analysis.statistics.Holm;
import org.ipcbench.analysis.summary.CellSpeed;
import org.ipcbench.measure.result.Measurement;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * How often a variant is told from the first one in eight rounds, by simulation: by whole rates, on which everything in a run with
 * variants rests, and by usual times, which would not see the pauses that a variant makes itself. Leaves its table in
 * {@code target/pair-rates.md}.
 */
@Tag("full")
@ByTurns(day = 1)
final class PairRatesTest {
    private static final int TRIALS = 400;
    private static final int ROUNDS = 8;
    private static final double PART_MILLIS = 500.0 / Occasion.PARTS;
    private static final RatesTable TABLE = new RatesTable("pair-rates.md");

    /** What happens to both cells, and to the second one alone. */
    private enum Case {
        EQUAL("equal variants", 1, 0, 0, 0, 0, 8),
        EQUAL_STALLS("equal, the machine stalls for 1 to 4 ms, 1 % of the time", 1, 0.01, 2.5, 0, 0, 8),
        EQUAL_MORE_STALLS("equal, stalls 3 % of the time", 1, 0.03, 2.5, 0, 0, 8),
        EQUAL_LONG_STALLS("equal, stalls of 100 ms, 3 % of the time", 1, 0.03, 100, 0, 0, 8),
        LOSS("5 % slower", 1.05, 0, 0, 0, 85, 100),
        LOSS_STALLS("5 % slower, stalls of 1 to 4 ms, 1 %", 1.05, 0.01, 2.5, 0, 85, 100),
        LOSS_MORE_STALLS("5 % slower, stalls of 1 to 4 ms, 3 %", 1.05, 0.03, 2.5, 0, 85, 100),
        LOSS_LONG_STALLS("5 % slower, stalls of 100 ms, 3 %", 1.05, 0.03, 100, 0, 20, 60),
        SHORT_PAUSES("own pauses of 2 ms take 5 %", 1, 0, 0, 2, 80, 100),
        LONGER_PAUSES("own pauses of 5 ms take 5 %", 1, 0, 0, 5, 75, 100),
        LONG_PAUSES("own pauses of 50 ms take 5 %", 1, 0, 0, 50, 15, 50);

        private final String words;
        private final double times;
        private final double stalled;
        private final double stallMillis;
        private final double pauseMillis;
        private final double least;
        private final double most;

        Case(
                String words,
                double times,
                double stalled,
                double stallMillis,
                double pauseMillis,
                double least,
                double most) {
            this.words = words;
            this.times = times;
            this.stalled = stalled;
            this.stallMillis = stallMillis;
            this.pauseMillis = pauseMillis;
            this.least = least;
            this.most = most;
        }
    }

    @ParameterizedTest
    @EnumSource
    void wholeRatesTellVariantsApart(Case each) {
        double usual = told(each, CellSpeed::usualOfRound);
        double whole = told(each, CellSpeed::ofRound);

        TABLE.add("told apart by usual times", each.words, usual);
        TABLE.add("told apart by whole rates", each.words, whole);
        assertThat(whole).isBetween(each.least, each.most);
    }

    @AfterAll
    static void keepTheTable() throws IOException {
        TABLE.write();
    }

    private static double told(Case each, Function<CellSpeed, NavigableMap<Integer, Double>> speed) {
        Noise noise = new Noise();
        return Noise.percent(TRIALS, () -> {
            NavigableMap<Integer, Double> one = new TreeMap<>();
            NavigableMap<Integer, Double> other = new TreeMap<>();
            for (int round = 1; round <= ROUNDS; round++) {
                one.put(
                        round,
                        speed.apply(speed(noise, each, 1, 0)).firstEntry().getValue());
                other.put(
                        round,
                        speed.apply(speed(noise, each, each.times, each.pauseMillis))
                                .firstEntry()
                                .getValue());
            }
            return Comparison.paired(other, one).orElseThrow().pValue().orElseThrow() < Holm.ALPHA;
        });
    }

    private static CellSpeed speed(Noise noise, Case each, double times, double pauseMillis) {
        Occasion occasion = new Occasion().rate(noise.rate(0.02) / times);
        for (int part = 0; part < Occasion.PARTS; part++) {
            double millis = PART_MILLIS * noise.rate(0.05);
            millis += waited(noise, each.stalled, each.stallMillis) + waited(noise, 0.05, pauseMillis);
            occasion.part(part, millis / PART_MILLIS);
        }
        List<Measurement> iteration = new ArrayList<>(List.of(occasion.measurement()));
        return Summary.of(iteration).speed();
    }

    /** What waits of this mean length take of a part, in milliseconds, if they take this share of the time. */
    private static double waited(Noise noise, double share, double millis) {
        if (millis == 0) {
            return 0;
        }
        double waited = 0;
        int tries = 20;
        for (int i = 0; i < tries; i++) {
            waited += noise.chance(share * PART_MILLIS / millis / tries) ? millis * (0.4 + 1.2 * i / (tries - 1)) : 0;
        }
        return waited;
    }
}
