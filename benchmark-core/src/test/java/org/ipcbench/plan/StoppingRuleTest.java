package org.ipcbench.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import org.ipcbench.analysis.Summary;
import org.ipcbench.analysis.statistics.Interval;
import org.ipcbench.plan.cell.Cell;
import org.ipcbench.plan.result.RunTally.Tally;
import org.ipcbench.plan.result.SampleCells;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class StoppingRuleTest {
    private static final Cell CELL = SampleCells.cell("one", 1024);
    private static final Duration TEN_MINUTES = Duration.ofMinutes(10);
    private static final int RUNS = 200;
    private static final int MAX_ROUNDS = 500;

    /** Rates of a single cell, which stops at its first precise moment: the worst case. The figures stand in docs/validation.md. */
    @Tag("full")
    @ParameterizedTest
    @CsvSource({"0.05, 0.05", "0.1, 0.05", "0.2, 0.1"})
    void intervalCoversTheMeanNearlyAsOftenAsItSays(double variation, double halfWidth) {
        StoppingRule rule = new StoppingRule.Precision(1, halfWidth, TEN_MINUTES);
        Random random = new Random(15);
        double spread = Math.sqrt(Math.log(1 + variation * variation));
        int covered = 0;
        int stopped = 0;
        for (int run = 0; run < RUNS; run++) {
            Tally tally = new Tally();
            int rounds = 0;
            while (rounds < MAX_ROUNDS
                    && !rule.next(progress(rounds, tally.summary(), StoppingRule.Pace.NONE))
                            .isEmpty()) {
                rounds++;
                double rate = Math.exp(spread * random.nextGaussian() - spread * spread / 2);
                tally.add(
                        SampleCells.measured(CELL, rounds, 1 / rate)
                                .measurement()
                                .orElseThrow(),
                        rounds);
            }
            Optional<Interval> interval = tally.summary().flatMap(Summary::rateInterval);
            if (interval.isPresent()) {
                stopped++;
                covered += interval.get().contains(1024) ? 1 : 0; // 1024 messages in 1 s on average
            }
        }
        assertThat((double) covered / stopped).isBetween(0.86, 0.985);
        assertThat(stopped).isGreaterThan(RUNS * 8 / 10);
    }

    @Test
    void estimateFollowsFromTheAssumedVariation() {
        assertThat(precision(0.05).assumedRounds()).isEqualTo(18);
        assertThat(precision(0.5).assumedRounds()).isEqualTo(StoppingRule.Precision.MIN_ROUNDS);
    }

    @Test
    void expectedRoundsGrowWithTheSquareOfTheWidthAndEndWithTheTime() {
        StoppingRule.Precision rule = precision(0.01);
        Optional<Summary> cell = summary(1, 1.05, 1, 1.05, 1, 1.05);
        double ratio = cell.orElseThrow().relativeHalfWidth().orElseThrow() / 0.01;

        assertThat(rule.expectedRounds(progress(6, cell, StoppingRule.Pace.NONE)))
                .isEqualTo((int) Math.ceil(6 * ratio * ratio));
        long minute = Duration.ofMinutes(1).toNanos();
        assertThat(rule.expectedRounds(progress(6, cell, new StoppingRule.Pace(6 * minute, minute, minute))))
                .isEqualTo(10);
    }

    @Test
    void rulesAreChecked() {
        assertThatIllegalArgumentException().isThrownBy(() -> new StoppingRule.FixedRounds(0));
        assertThatIllegalArgumentException().isThrownBy(() -> precision(0));
        assertThatIllegalArgumentException().isThrownBy(() -> precision(1));
        assertThatIllegalArgumentException().isThrownBy(() -> new StoppingRule.Precision(1, 0.1, Duration.ZERO));
    }

    private static StoppingRule.Precision precision(double halfWidth) {
        return new StoppingRule.Precision(1, halfWidth, TEN_MINUTES);
    }

    private static Optional<Summary> summary(double... seconds) {
        Tally tally = new Tally();
        for (int i = 0; i < seconds.length; i++) {
            tally.add(
                    SampleCells.measured(CELL, i + 1, seconds[i]).measurement().orElseThrow(), i + 1);
        }
        return tally.summary();
    }

    private static RunProgress progress(int rounds, Optional<Summary> figures, StoppingRule.Pace pace) {
        return SampleProgress.of(rounds, Map.of(CELL, figures), pace);
    }
}
