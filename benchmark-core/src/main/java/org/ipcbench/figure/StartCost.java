package org.ipcbench.figure;

import java.util.List;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.OptionalDouble;
import org.ipcbench.analysis.statistics.Comparison;
import org.ipcbench.analysis.statistics.Interval;
import org.ipcbench.analysis.statistics.TimeDifference;
import org.ipcbench.measure.result.Count;
import org.ipcbench.measure.result.Measurement;
import org.ipcbench.plan.cell.Dimension;
import org.ipcbench.plan.result.CellResult;

/**
 * What it costs to start the server for each call, beside one that is kept: CPU time. A kept one costs memory while it waits.
 *
 * @param started the cell whose client starts its server
 * @param kept the fastest cell with a server that is kept
 * @param cpu how much more CPU time of both sides a call takes that starts the server
 */
public record StartCost(CellResult started, CellResult kept, TimeDifference cpu) {
    /** The share of a CPU's time whose price in calls is told. */
    public static final double SHARE = 0.01;

    private static final double SECONDS_PER_MINUTE = 60;
    private static final double MEBIBYTE = 1 << 20;

    /** The costs in a ranking; empty unless it has both kinds of cells. */
    public static List<StartCost> of(Ranking ranking) {
        return of(ranking.cells());
    }

    /** The costs beside the first of these cells whose server is kept; empty unless there are both kinds. */
    public static List<StartCost> of(List<CellResult> cells) {
        Optional<CellResult> kept = cells.stream()
                .filter(cell -> cell.cell().transport().traits().hasServerPeer()
                        && Dimension.SIDES.of(cell.cell()).isEmpty()
                        && Ranking.isReached(cell))
                .findFirst();
        return cells.stream()
                .filter(cell -> cell.cell().transport().traits().startsServer() && Ranking.isReached(cell))
                .flatMap(started -> kept.map(other -> between(started, other)).stream())
                .toList();
    }

    private static StartCost between(CellResult started, CellResult kept) {
        NavigableMap<Integer, Double> calls = callsOfCpuSecond(started);
        NavigableMap<Integer, Double> others = callsOfCpuSecond(kept);
        return new StartCost(started, kept, TimeDifference.of(Comparison.of(others, calls), calls, others));
    }

    private static NavigableMap<Integer, Double> callsOfCpuSecond(CellResult cell) {
        return cell.summary().orElseThrow().speed().messagesOfCpuSecondOfRound();
    }

    /** Number of calls a minute whose starts take that share of a CPU's time. */
    public double callsAMinute() {
        return callsAMinute(cpu.seconds());
    }

    /** Its interval; empty if there are too few rounds, or if no start is certain to cost anything. */
    public Optional<Interval> callsInterval() {
        return cpu.interval()
                .filter(seconds -> seconds.low() > 0)
                .map(seconds -> new Interval(callsAMinute(seconds.high()), callsAMinute(seconds.low())));
    }

    private static double callsAMinute(double seconds) {
        return SHARE * SECONDS_PER_MINUTE / seconds;
    }

    /** Memory in RAM of a started server that waits for its request, in MiB; empty if unknown. */
    public OptionalDouble keptMebibytes() {
        return started.summary().orElseThrow().iterations().stream()
                .map(Measurement::serverCost)
                .mapToLong(cost -> cost.kernel().peakResidentBytes())
                .filter(bytes -> bytes != Count.UNKNOWN)
                .mapToDouble(bytes -> bytes / MEBIBYTE)
                .average();
    }
}
