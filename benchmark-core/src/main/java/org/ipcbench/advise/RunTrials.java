package org.ipcbench.advise;

import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalDouble;
import org.ipcbench.analysis.LoadFigures;
import org.ipcbench.analysis.Summary;
import org.ipcbench.plan.CellNames;
import org.ipcbench.plan.CellResult;
import org.ipcbench.plan.Dimension;
import org.ipcbench.plan.RunResult;
import org.ipcbench.workload.Workload;

/**
 * The trials that a run contains.
 *
 * @param run a run with load, perhaps among other questions
 */
public record RunTrials(RunResult run) {
    private static final double MEDIAN = 50;
    private static final double TAIL = 99;
    private static final double NANOS_PER_MICRO = 1e3;

    /** Dimensions that the target and the transport's id already name. */
    private static final List<Dimension> TOLD = List.of(
            Dimension.TRANSPORT,
            Dimension.QUESTION,
            Dimension.SIZE,
            Dimension.RATE,
            Dimension.CLIENTS,
            Dimension.SERVING);

    /** The cells of this size, rate and number of clients, in the order of the run. */
    public List<CellResult> cellsAt(Target target) {
        return run.cells().stream()
                .filter(result -> result.cell().unitSizeBytes() == target.sizeBytes()
                        && result.cell().clients().number() == target.clients()
                        && result.cell().workload() instanceof Workload.Load load
                        && load.ratePerSecond() == target.ratePerSecond())
                .toList();
    }

    /** The trial of each of the cells. */
    public List<Trial> of(List<CellResult> cells) {
        CellNames names = CellNames.of(run, TOLD);
        return cells.stream()
                .map(result -> trial(
                        result.cell().transportId()
                                + names.suffix(result.cell()).replace(",", ""),
                        result))
                .toList();
    }

    private static Trial trial(String candidate, CellResult result) {
        return result.summary()
                .map(summary -> new Trial(
                        candidate,
                        result.cell().transportId(),
                        Optional.of(figures(result, summary)),
                        withheld(summary)))
                .orElseGet(() -> Trial.without(
                        candidate, result.cell().transportId(), result.verdict().text()));
    }

    /** Why no p99 is told although there are samples for it; empty where it is told, or where they lack. */
    private static String withheld(Summary summary) {
        OptionalDouble bound = summary.withheldBelowNanos(TAIL);
        if (bound.isEmpty()) {
            return "";
        }
        return Double.isInfinite(bound.getAsDouble())
                ? "p99 not known: it is not proven how far the clocks of the peers may differ"
                : String.format(
                        Locale.ROOT,
                        "p99 not known: it is less than the %.1f us by which the clocks of the peers may differ",
                        bound.getAsDouble() / NANOS_PER_MICRO);
    }

    private static Trial.Figures figures(CellResult result, Summary summary) {
        return new Trial.Figures(
                summary.latencyPercentileNanos(MEDIAN),
                summary.latencyPercentileNanos(TAIL),
                summary.percentileInterval(TAIL),
                summary.load().map(LoadFigures::offeredPerSecond).orElseThrow(),
                summary.load().map(LoadFigures::achievedPerSecond).orElseThrow(),
                summary.cpuNanosPerMessage(),
                result.verdict().level());
    }
}
