package org.ipcbench.plan;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.function.Function;
import org.ipcbench.ByTurns;
import org.ipcbench.analysis.Noise;
import org.ipcbench.analysis.Occasion;
import org.ipcbench.analysis.RatesTable;
import org.ipcbench.analysis.SoundIteration;
import org.ipcbench.analysis.Summary;
import org.ipcbench.analysis.doubt.Verdict;
import org.ipcbench.analysis.statistics.Interval;
import org.ipcbench.measure.result.Measurement;
import org.ipcbench.plan.cell.Cell;
import org.ipcbench.plan.result.CellResult;
import org.ipcbench.plan.result.IterationResult;
import org.ipcbench.plan.result.ListedTransport;
import org.ipcbench.plan.result.RunTally;
import org.ipcbench.plan.result.SampleCells;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * What extra time does to figures, by simulation: whether intervals contain the truth as often as they say, how many cells stay
 * wide, how often a sound cell is doubted, and how often a doubt is overlooked. Leaves its table in {@code target/extra-time.md}.
 */
@Tag("full")
@ByTurns(day = 0)
final class ExtraTimeRatesTest {
    private static final Cell CELL = SampleCells.roundTrips(ListedTransport.of("one"), 1024);
    private static final int TRIALS = 400;

    /** Round trips a second of an {@link Occasion} at a rate of 1. */
    private static final double TRUTH = 32_000;

    private static final StoppingRule.Pace NO_HURRY = new StoppingRule.Pace(0, 0, 1);
    private static final RatesTable TABLE = new RatesTable("extra-time.md");

    /**
     * Intervals cover the truth in at least this percentage. Cells that are narrow by chance miss it more often, and get no extra
     * time; the others, which hardly ever missed it, become narrower.
     */
    private static final double MIN_COVERED = 88;

    /** Up to this scatter, coverage with the planned iterations alone falls by less than {@link #MAX_LOSS}. */
    private static final double USUAL_VARIATION = 0.2;

    private static final double MAX_LOSS = 3;

    /** The most sound cells that may be doubted, in percent. */
    private static final double MAX_DOUBTED = 10;

    @ParameterizedTest
    @CsvSource({"3, 0.05", "3, 0.1", "3, 0.2", "3, 0.3", "3, 0.5", "5, 0.1", "5, 0.2", "5, 0.3", "5, 0.5"})
    void intervalsCoverTheTruthNearlyAsOftenAsWithoutExtraTime(int rounds, double variation) {
        Tried planned = tried(new StoppingRule.FixedRounds(rounds), noise -> scattered(noise, variation));
        Tried extended = tried(extraTime(rounds), noise -> scattered(noise, variation));

        String occasion = "n = %d, CV %.0f %%".formatted(rounds, 100 * variation);
        TABLE.add("interval of the mean rate contains the truth, planned alone", occasion, planned.covered());
        TABLE.add("the same, with extra time", occasion, extended.covered());
        TABLE.add("wide, planned alone", occasion, planned.wide());
        TABLE.add("wide, with extra time", occasion, extended.wide());
        TABLE.add("extra iterations, of the planned", occasion, extended.extra());
        TABLE.add("mean rate, of the truth, with extra time", occasion, extended.mean());
        assertThat(extended.covered())
                .isGreaterThan(variation <= USUAL_VARIATION ? planned.covered() - MAX_LOSS : MIN_COVERED);
        assertThat(extended.wide()).isLessThanOrEqualTo(planned.wide());
        assertThat(extended.mean()).isBetween(98.5, 101.5);
    }

    @ParameterizedTest
    @CsvSource({"3, 0.1", "3, 0.2", "5, 0.2"})
    void soundCellsAreSeldomDoubted(int rounds, double variation) {
        Tried planned = tried(new StoppingRule.FixedRounds(rounds), noise -> SoundIteration.of(noise, variation, true));
        Tried extended = tried(extraTime(rounds), noise -> SoundIteration.of(noise, variation, true));

        String occasion = "n = %d, CV %.0f %%".formatted(rounds, 100 * variation);
        TABLE.add("a sound cell is doubted, planned alone", occasion, planned.doubted());
        TABLE.add("the same, with extra time", occasion, extended.doubted());
        assertThat(extended.doubted()).isLessThanOrEqualTo(MAX_DOUBTED);
    }

    /** A cell is measured again once, so a stall that is the transport's has to miss two chances. */
    @ParameterizedTest
    @CsvSource({"3, 0.1, 4, 15", "3, 0.3, 35, 60", "3, 0.6, 80, 95", "5, 0.3, 60, 80", "3, 1, 100, 100"})
    void stallsThatComeAgainAreStillSeen(int rounds, double chance, double least, double most) {
        Tried planned = tried(new StoppingRule.FixedRounds(rounds), noise -> stalled(noise, chance));
        Tried extended = tried(extraTime(rounds), noise -> stalled(noise, chance));

        String occasion = "n = %d, in %.0f %% of the iterations".formatted(rounds, 100 * chance);
        TABLE.add("stalls make the cell suspect, planned alone", occasion, planned.doubted());
        TABLE.add("the same, with extra time", occasion, extended.doubted());
        TABLE.add("mean rate, of the truth, planned alone", occasion, planned.mean());
        TABLE.add("the same, with extra time", occasion, extended.mean());
        assertThat(extended.doubted()).isBetween(least, most);
    }

    @AfterAll
    static void keepTheTable() throws IOException {
        TABLE.write();
    }

    private static ExtraTime extraTime(int rounds) {
        return new ExtraTime(rounds, Duration.ofHours(1), 1);
    }

    private static Measurement scattered(Noise noise, double variation) {
        return new Occasion().rate(noise.rate(variation)).measurement();
    }

    /** A stall of a third of the usual time. */
    private static Measurement stalled(Noise noise, double chance) {
        Occasion occasion = new Occasion().rate(noise.rate(0.03));
        for (int part = 0; part < Occasion.PARTS; part++) {
            occasion.part(part, noise.rate(0.03));
        }
        return (noise.chance(chance) ? occasion.part(5, 6) : occasion).measurement();
    }

    /** What became of many cells, in percent. */
    private record Tried(double covered, double wide, double doubted, double extra, double mean) {}

    private static Tried tried(StoppingRule rule, Function<Noise, Measurement> iteration) {
        Noise noise = new Noise();
        int intervals = 0;
        int covered = 0;
        int wide = 0;
        int doubted = 0;
        int count = 0;
        double rates = 0;
        for (int trial = 0; trial < TRIALS; trial++) {
            CellResult result = run(rule, noise, iteration);
            Summary summary = result.summary().orElseThrow();
            Interval interval = summary.rateInterval().orElse(null);
            intervals += interval == null ? 0 : 1;
            covered += interval != null && interval.contains(TRUTH) ? 1 : 0;
            wide += result.verdict().level() == Verdict.Level.WIDE ? 1 : 0;
            doubted += result.verdict().isDoubtful() ? 1 : 0;
            count += summary.count();
            rates += summary.messagesPerSecond();
        }
        return new Tried(
                100.0 * covered / Math.max(1, intervals),
                100.0 * wide / TRIALS,
                100.0 * doubted / TRIALS,
                100.0 * count / TRIALS / rule.minRounds() - 100,
                100 * rates / TRIALS / TRUTH);
    }

    private static CellResult run(StoppingRule rule, Noise noise, Function<Noise, Measurement> iteration) {
        Plan plan = new Plan(List.of(CELL), List.of(), rule, 1, 1);
        RunTally tally = new RunTally(plan);
        plan.turns().forEach(turn -> tally.add(measured(turn, iteration.apply(noise))));
        List<Plan.Turn> further = further(plan, tally);
        while (!further.isEmpty()) {
            further.forEach(turn -> tally.add(measured(turn, iteration.apply(noise))));
            further = further(plan, tally);
        }
        return tally.result(false).cells().get(0);
    }

    private static List<Plan.Turn> further(Plan plan, RunTally tally) {
        return plan.stopping().next(new RunProgress(plan.iterations(), tally.progress(), NO_HURRY));
    }

    private static IterationResult measured(Plan.Turn turn, Measurement measurement) {
        return IterationResult.measured(
                turn, measurement, SampleCells.measured(CELL, 1, 1).breakdown().orElseThrow());
    }
}
