package org.ipcbench.advise;

import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.stream.Stream;
import org.ipcbench.advise.Target.Judgement;
import org.ipcbench.analysis.Summary;
import org.ipcbench.analysis.doubt.Verdict;
import org.ipcbench.analysis.summary.LoadFigures;
import org.ipcbench.figure.CallFigures;
import org.ipcbench.figure.StartCost;
import org.ipcbench.measure.sample.Percentiles;
import org.ipcbench.plan.cell.Cell;
import org.ipcbench.plan.cell.Dimension;
import org.ipcbench.plan.cell.Setting;
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
            Dimension.DEPTH,
            Dimension.CODEC);

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

    /**
     * What a run tells of the target's calls besides which transport to take.
     *
     * @param within the call as a method call; empty if that was not measured
     * @param starts what it costs to start a server for each call, beside the cheapest one that is kept; empty unless both were measured
     * @param codec how much of the call is its codec's; empty if it has none
     * @param agreed the settings of all cells that no candidate's name has
     */
    public record Beside(
            Optional<CallWithin> within, List<StartCost> starts, Optional<CodecPart> codec, List<Agreed> agreed) {
        /** Nothing is told. */
        public static final Beside NOTHING = new Beside(Optional.empty(), List.of(), Optional.empty(), List.of());

        public Beside {
            starts = List.copyOf(starts);
            agreed = List.copyOf(agreed);
        }

        /** Returns a copy with a call that another run has measured. */
        public Beside with(Optional<CallWithin> call) {
            return new Beside(call, starts, codec, agreed);
        }
    }

    /**
     * A setting in which all cells agree, other than the default.
     *
     * @param cell any of the cells
     */
    public record Agreed(Setting<?> setting, Cell cell) {}

    /**
     * How much of a call is its codec's.
     *
     * @param candidate over which it was measured
     * @param codec the codec
     * @param callMicros all parts of the call, in microseconds
     * @param codecMicros encoding and decoding on both sides, in microseconds
     */
    public record CodecPart(String candidate, String codec, double callMicros, double codecMicros) {}

    /** What the run tells besides its advice, about the recommended candidate, or else the nearest one. */
    public Beside beside(Advice advice) {
        Optional<String> candidate = advice.recommended().or(advice::nearest).map(Judgement::candidate);
        List<CellResult> cheapestFirst = cellsAt(advice.target()).stream()
                .filter(cell -> cell.summary().isPresent())
                .sorted(Comparator.comparingDouble(
                        cell -> cell.summary().orElseThrow().cpu().nanosPerMessage()))
                .toList();
        return new Beside(
                candidate.flatMap(each -> callWithin(advice.target(), each)),
                StartCost.of(cheapestFirst),
                candidate.flatMap(each -> codecPart(cheapestFirst, each)),
                agreed(cellsAt(advice.target()).stream().map(CellResult::cell).toList()));
    }

    private static List<Agreed> agreed(List<Cell> cells) {
        return Setting.all().stream()
                .filter(setting -> setting.option().isPresent() && !setting.isNumeric() && !setting.varies(cells))
                .<Agreed>flatMap(setting -> cells.stream()
                        .limit(1)
                        .filter(cell -> setting.of(cell).isPresent())
                        .map(cell -> new Agreed(setting, cell)))
                .toList();
    }

    private Optional<CodecPart> codecPart(List<CellResult> cells, String candidate) {
        CellNames names = CellNames.of(run, SHOWN);
        return cells.stream()
                .filter(cell -> candidate(names, cell).equals(candidate))
                .flatMap(cell -> codecPart(cell, candidate).stream())
                .findFirst();
    }

    private static Optional<CodecPart> codecPart(CellResult cell, String candidate) {
        return CallFigures.CODEC
                .number(cell)
                .map(codec -> new CodecPart(
                        candidate,
                        Dimension.CODEC.text(cell.cell()),
                        CallFigures.PARTS.number(cell).orElseThrow().number(),
                        codec.number()));
    }

    private static String candidate(CellNames names, CellResult cell) {
        return cell.cell().transportId() + names.suffixWithoutCommas(cell.cell());
    }

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
                .map(result -> trial(candidate(names, result), result, target))
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
