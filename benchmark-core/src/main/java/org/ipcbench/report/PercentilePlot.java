package org.ipcbench.report;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Stream;
import org.ipcbench.analysis.Latencies;
import org.ipcbench.analysis.Summary;
import org.ipcbench.measure.Question;
import org.ipcbench.plan.Cell;
import org.ipcbench.plan.CellResult;
import org.ipcbench.plan.RunResult;
import org.ipcbench.plot.Axis;
import org.ipcbench.plot.Line;
import org.ipcbench.plot.Point;
import org.ipcbench.plot.Scale;

/** Round trips over their percentiles, a line a cell; one plot for each message size and buffer. */
final class PercentilePlot {
    private static final Axis PERCENTILES = new Axis("percentile of round trips", Scale.NINES);
    private static final double NANOS_PER_MICRO = 1e3;

    /** Two lines whose markers are so far apart are still told apart at a glance. */
    private static final int POINTS_PER_MARKER = 12;

    List<PlotFile> of(RunResult run) {
        return PlottedCells.of(run).stream()
                .filter(cells -> cells.kind() == Question.LATENCY)
                .flatMap(PercentilePlot::plots)
                .toList();
    }

    private static Stream<PlotFile> plots(PlottedCells cells) {
        List<PlotFile> plots = new ArrayList<>();
        for (PlottedCells sameSize : cells.bySize()) {
            for (PlottedCells part : sameSize.byBuffer()) {
                String suffix = (cells.vary(Cell::sizeBytes)
                                ? "-size-" + Scale.bytes(part.cell().sizeBytes())
                                : "")
                        + (cells.vary(Cell::bufferSizeBytes)
                                ? "-buffer-" + Scale.bytes(part.cell().bufferSizeBytes())
                                : "");
                plot(part, cells.question() + "-percentiles" + suffix).ifPresent(plots::add);
            }
        }
        return plots.stream();
    }

    private static Optional<PlotFile> plot(PlottedCells cells, String stem) {
        Function<Cell, String> names = cells.names();
        return PlottedCells.plot(
                stem,
                "%s: percentiles%s".formatted(cells.question(), cells.qualifiers()),
                PERCENTILES,
                "round trip (µs)",
                cells.all().stream()
                        .map(result -> line(names.apply(result.cell()), result))
                        .toList());
    }

    private static Line line(String name, CellResult result) {
        return PlottedCells.named(
                name,
                result.summary()
                        .map(Summary::latencies)
                        .map(PercentilePlot::points)
                        .orElse(List.of()),
                POINTS_PER_MARKER);
    }

    private static List<Point> points(Latencies latencies) {
        return latencies.curve().stream()
                .map(step -> point(step.shareAbove(), step.nanos()))
                .toList();
    }

    private static Point point(double greater, long nanos) {
        return Point.of(greater, Math.max(1, nanos) / NANOS_PER_MICRO);
    }
}
