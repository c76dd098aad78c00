package org.ipcbench.advise;

import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.stream.Stream;
import org.ipcbench.analysis.Summary;
import org.ipcbench.analysis.doubt.Verdict;
import org.ipcbench.analysis.summary.LoadFigures;
import org.ipcbench.measure.sample.Percentiles;
import org.ipcbench.plan.cell.Dimension;
import org.ipcbench.plan.result.CellNames;
import org.ipcbench.plan.result.CellResult;
import org.ipcbench.plan.result.RunResult;

/**
 * The trials that a run contains.
 *
 * @param run a run with load, perhaps among other questions
 */
public record RunTrials(RunResult run) {
    /** Dimensions that the target and the transport's id already show. */
    private static final List<Dimension> SHOWN = List.of(
            Dimension.TRANSPORT,
            Dimension.QUESTION,
            Dimension.SIZE,
            Dimension.SIZES,
            Dimension.RATE,
            Dimension.CLIENTS,
            Dimension.SERVING,
            Dimension.ANSWER,
            Dimension.WORK,
            Dimension.WORK_KIND,
            Dimension.DEPTH);

    /** The cells of this size, shape, rate and number of clients, in the order of the run. */
    public List<CellResult> cellsAt(Target target) {
        return at(target)
                .filter(result -> !result.cell().transport().traits().withinOneProcess())
                .toList();
    }

    private Stream<CellResult> at(Target target) {
        return run.cells().stream()
                .filter(result -> result.cell().requestBytes() == target.requestBytes()
                        && result.cell().clients().number() == target.clients()
                        && result.cell().workload().shape().equals(target.call())
                        && result.cell().workload().offeredPerSecond().equals(OptionalDouble.of((double)
                                target.ratePerSecond())));
    }

    /** The target's call as a method call, beside a candidate; empty unless both were measured. */
    public Optional<CallWithin> callWithin(Target target, String candidate) {
        OptionalDouble between = of(target).stream()
                .filter(trial -> trial.candidate().equals(candidate))
                .flatMap(trial -> trial.figures().stream())
                .map(Trial.Figures::p50Nanos)
                .findFirst()
                .orElse(OptionalDouble.empty());
        return at(target)
                .filter(result -> result.cell().transport().traits().inProcess())
                .flatMap(result -> result.summary().stream())
                .map(summary -> summary.latencies().percentileNanos(Percentiles.MEDIAN))
                .filter(within -> within.isPresent() && between.isPresent())
                .map(within -> new CallWithin(within.getAsDouble(), candidate, between.getAsDouble()))
                .findFirst();
    }

    /**
     * The medians of a call within one process and between two, with the same work at the same rate.
     *
     * @param nanos as a method call, in nanoseconds
     * @param candidate what it is beside
     * @param candidatesNanos over that candidate, in nanoseconds
     */
    public record CallWithin(double nanos, String candidate, double candidatesNanos) {}

    /** The trials of a target. */
    public List<Trial> of(Target target) {
        return of(cellsAt(target), target);
    }

    /** The advice of the run for a target. */
    public Advice advice(Target target) {
        return Advice.of(target, of(target));
    }

    /** The target's cells as trials. */
    List<Trial> of(List<CellResult> cells, Target target) {
        CellNames names = CellNames.of(run, SHOWN);
        return cells.stream()
                .map(result ->
                        trial(result.cell().transportId() + names.suffixWithoutCommas(result.cell()), result, target))
                .toList();
    }

    private static Trial trial(String candidate, CellResult result, Target target) {
        String transportId = result.cell().transportId();
        return result.summary()
                .map(summary -> trial(
                                candidate,
                                transportId,
                                summary,
                                target,
                                result.verdict().level())
                        .delayed(result.delayedShare())
                        .over(result.cell().transport().traits()))
                .orElseGet(() ->
                        Trial.without(candidate, transportId, result.verdict().text()));
    }

    /** The trial with these figures. */
    static Trial trial(String candidate, String transportId, Summary summary, Target target, Verdict.Level verdict) {
        return new Trial(
                candidate,
                transportId,
                Optional.of(figures(summary, target, verdict)),
                summary.latencies().areWithheld(),
                0,
                false,
                "");
    }

    private static Trial.Figures figures(Summary summary, Target target, Verdict.Level verdict) {
        return new Trial.Figures(
                summary.latencies().percentileNanos(Percentiles.MEDIAN),
                summary.latencies().certainty(Percentiles.MEDIAN),
                summary.latencies().percentileNanos(Percentiles.P99),
                summary.latencies().certainty(Percentiles.P99),
                summary.stallEffect().withoutStalls(Percentiles.P99),
                summary.lateShare((double) target.p99Nanos()),
                summary.stallEffect().shareOfTime(),
                summary.stallEffect().longestNanos(),
                summary.load().map(LoadFigures::offeredPerSecond).orElseThrow(),
                summary.load().map(LoadFigures::achievedPerSecond).orElseThrow(),
                summary.cpu().nanosPerMessage(),
                summary.workNanos(),
                summary.count(),
                verdict);
    }
}
