package org.ipcbench.report;

import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;
import java.util.function.ToIntFunction;
import java.util.stream.Stream;
import org.ipcbench.analysis.Interval;
import org.ipcbench.analysis.Summary;
import org.ipcbench.plan.Cell;
import org.ipcbench.plan.CellResult;
import org.ipcbench.plan.RunResult;
import org.ipcbench.plot.Axis;
import org.ipcbench.plot.Point;
import org.ipcbench.plot.Scale;

/**
 * Figures over message size, or over the size of the buffer: a line a transport. Where both vary, there is one plot over
 * size for each buffer.
 */
final class SweepPlot {

    /** None where there is but one size. */
    List<PlotFile> of(RunResult run) {
        List<PlotFile> plots = new ArrayList<>();
        for (PlottedCells cells : PlottedCells.of(run)) {
            boolean buffersVary = cells.vary(Cell::bufferSizeBytes);
            if (cells.vary(Cell::sizeBytes)) {
                String words = cells.unit() + " size";
                for (PlottedCells part : cells.byBuffer()) {
                    String suffix =
                            buffersVary ? "-buffer-" + Scale.bytes(part.cell().bufferSizeBytes()) : "";
                    plots.addAll(plots(part, "-over-size" + suffix, words, Cell::sizeBytes));
                }
            } else if (buffersVary) {
                plots.addAll(plots(cells, "-over-buffer", "buffer size", Cell::bufferSizeBytes));
            }
        }
        return plots;
    }

    private static List<PlotFile> plots(PlottedCells cells, String suffix, String words, ToIntFunction<Cell> size) {
        return PlottedFigure.of(cells.kind()).stream()
                .flatMap(figure -> PlottedCells.plot(
                        stem(cells.question(), figure) + suffix,
                        "%s: %s over %s%s".formatted(cells.question(), figure.words(), words, cells.qualifiers()),
                        new Axis(words + " (bytes)", Scale.BYTES),
                        figure.axisTitle(),
                        cells.lines(result -> point(size.applyAsInt(result.cell()), figure, result)))
                        .stream())
                .toList();
    }

    private static String stem(String question, PlottedFigure figure) {
        return String.join("-", Stream.of(question, figure.stem()).distinct().toList());
    }

    private static Point point(int size, PlottedFigure figure, CellResult result) {
        if (result.summary().isEmpty()) {
            return Point.gap(size);
        }
        Summary summary = result.summary().get();
        OptionalDouble value = figure.value().apply(summary);
        if (value.isEmpty()) {
            return Point.gap(size);
        }
        double y = value.getAsDouble();
        Interval interval = figure.interval().apply(summary).orElse(new Interval(y, y));
        return new Point(size, y, interval.low(), interval.high());
    }
}
