package org.ipcbench.figure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import java.util.Locale;
import java.util.stream.IntStream;
import org.ipcbench.analysis.statistics.Interval;
import org.ipcbench.measure.result.Cost;
import org.ipcbench.measure.result.Cost.JvmWork;
import org.ipcbench.measure.result.Cost.KernelCounts;
import org.ipcbench.measure.result.MadeUpMeasurement;
import org.ipcbench.measure.result.Measurement;
import org.ipcbench.measure.sample.LatencyKind;
import org.ipcbench.plan.cell.Cell;
import org.ipcbench.plan.result.CellResult;
import org.ipcbench.plan.result.ListedTransport;
import org.ipcbench.plan.result.RunResult;
import org.ipcbench.plan.result.SampleCells;
import org.ipcbench.report.table.RankingColumns;
import org.ipcbench.report.words.FigureFormat;
import org.ipcbench.transport.Trait;
import org.junit.jupiter.api.Test;

/** A start costs CPU time, and a kept server memory. */
class StartCostTest {
    private static final int CALLS = 1_000;
    private static final long MEBIBYTE = 1 << 20;

    private final Cell started = SampleCells.roundTrips(ListedTransport.with("courier", Trait.STARTS_SERVER), 64);
    private final Cell kept = SampleCells.roundTrips(ListedTransport.of("post"), 64);

    @Test
    void differenceHasAnIntervalAndItsPriceInCalls() {
        StartCost cost = only(result(started, 610_000, 600_000, 620_000), result(kept, 10_000, 10_000, 10_000));

        assertThat(cost.cpu().seconds()).isCloseTo(600e-6, within(1e-6));
        assertThat(cost.callsAMinute()).as("0.6 s of each minute").isCloseTo(1_000, within(2.0));
        Interval calls = cost.callsInterval().orElseThrow();
        assertThat(calls.low()).isBetween(900.0, cost.callsAMinute());
        assertThat(calls.high()).isBetween(cost.callsAMinute(), 1_100.0);
        assertThat(cost.keptMebibytes()).hasValue(2);
    }

    @Test
    void sentenceStandsBelowATableWithBoth() {
        assertThat(notes(result(started, 610_000, 600_000, 620_000), result(kept, 10_000, 10_000, 10_000)))
                .anyMatch(note -> note.matches("courier of program c takes 600 µs of CPU a call more than kept post"
                        + " \\(57\\d to 62\\d\\), 1 % of a CPU at 1000 calls a minute \\(\\d+ to \\d+\\);"
                        + " kept, it holds 2.0 MiB while it waits"));
        assertThat(notes(result(started, 610_000, 600_000, 620_000))).noneMatch(note -> note.contains("of program"));
    }

    @Test
    void nothingIsClaimedThatIsNotCertain() {
        assertThat(notes(result(started, 20_000, 900_000, 5_000), result(kept, 10_000, 10_000, 10_000)))
                .noneMatch(note -> note.contains("of program"));
        assertThat(notes(result(started, 610_000), result(kept, 10_000)))
                .noneMatch(note -> note.contains("of program"));
    }

    private static StartCost only(CellResult... results) {
        return StartCost.of(ranking(results)).get(0);
    }

    private static List<String> notes(CellResult... results) {
        RunResult run = new RunResult(List.of(results), false);
        return new RankingColumns(run, new FigureFormat(Locale.ENGLISH)).notes(ranking(results));
    }

    private static Ranking ranking(CellResult... results) {
        return Ranking.of(new RunResult(List.of(results), false)).get(0);
    }

    /** With this CPU time of both sides for each call in each iteration, in nanoseconds. */
    private static CellResult result(Cell cell, long... nanosPerCall) {
        return new CellResult(
                cell,
                nanosPerCall.length,
                IntStream.range(0, nanosPerCall.length)
                        .mapToObj(i -> SampleCells.measured(cell, i + 1, measurement(nanosPerCall[i])))
                        .toList());
    }

    private static Measurement measurement(long nanosPerCall) {
        KernelCounts kernel = new KernelCounts(-1, -1, -1, -1, -1, -1, 2 * MEBIBYTE);
        return MadeUpMeasurement.of(64, CALLS)
                .latencyKind(LatencyKind.ROUND_TRIP)
                .costs(
                        new Cost(CALLS * nanosPerCall / 4, 0),
                        new Cost(CALLS * nanosPerCall * 3 / 4, 0, 0, 0, 0, kernel, JvmWork.NONE))
                .measurement();
    }
}
