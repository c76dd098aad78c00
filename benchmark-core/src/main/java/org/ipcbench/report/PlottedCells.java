package org.ipcbench.report;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import org.ipcbench.measure.Question;
import org.ipcbench.plan.Cell;
import org.ipcbench.plan.CellResult;
import org.ipcbench.plan.RunResult;
import org.ipcbench.plot.Axis;
import org.ipcbench.plot.Line;
import org.ipcbench.plot.Plot;
import org.ipcbench.plot.Point;
import org.ipcbench.plot.Scale;

/**
 * Cells of one question, out of which plots are made.
 *
 * @param all in the order of the plan; at least one
 */
record PlottedCells(List<CellResult> all) {
    PlottedCells {
        all = List.copyOf(all);
    }

    /** Those of a run, one set a question. */
    static List<PlottedCells> of(RunResult run) {
        return parts(run.cells(), Cell::workloadName);
    }

    /** One set for each size of the buffer. */
    List<PlottedCells> byBuffer() {
        return parts(all, Cell::bufferSizeBytes);
    }

    /** One set for each message size. */
    List<PlottedCells> bySize() {
        return parts(all, Cell::sizeBytes);
    }

    /** What the files call the question. */
    String question() {
        return cell().workloadName();
    }

    Question kind() {
        return cell().workload().question();
    }

    /** What stands behind a title: what all of these cells have in common, and a reader must know. */
    String qualifiers() {
        return sizeQualifier()
                + bufferQualifier()
                + (vary(Cell::placementName) ? "" : ", placement " + cell().placementName());
    }

    /** Whether they differ in this. */
    boolean vary(Function<Cell, Object> property) {
        return all.stream().map(CellResult::cell).map(property).distinct().count() > 1;
    }

    /** What a size is the size of. */
    String unit() {
        return switch (kind()) {
            case THROUGHPUT, LATENCY, TRANSFER -> "message";
            case BLOCK -> "block";
        };
    }

    /** Any of them, for what they have in common. */
    Cell cell() {
        return all.get(0).cell();
    }

    /** A line for each transport, and for each of its placements where there are several; a point for each cell. */
    List<Line> lines(Function<CellResult, Point> point) {
        Map<String, List<Point>> lines = new LinkedHashMap<>();
        Function<Cell, String> names = names();
        all.forEach(result -> lines.computeIfAbsent(names.apply(result.cell()), unused -> new ArrayList<>())
                .add(point.apply(result)));
        return lines.entrySet().stream()
                .map(line -> named(line.getKey(), line.getValue(), 1))
                .toList();
    }

    /** What the legend calls a cell of those that differ in transport and placement only. */
    Function<Cell, String> names() {
        boolean placementsVary = vary(Cell::placementName);
        return cell -> cell.transportId() + (placementsVary ? ", " + cell.placementName() : "");
    }

    /** A line; the legend says where it has no point at all. */
    static Line named(String name, List<Point> points, int pointsPerMarker) {
        Line line = new Line(name, points, pointsPerMarker);
        return line.isMeasured() ? line : new Line(name + " (not measured)", points, pointsPerMarker);
    }

    /** Plots these lines, unless there is nothing to see. */
    static Optional<PlotFile> plot(String stem, String title, Axis x, String yTitle, List<Line> lines) {
        return lines.stream().anyMatch(Line::isMeasured)
                ? Optional.of(new PlotFile(stem, new Plot(title, x, new Axis(yTitle, Scale.DECADES), lines)))
                : Optional.empty();
    }

    private String sizeQualifier() {
        return vary(Cell::sizeBytes) ? "" : ", %ss of %s bytes".formatted(unit(), Scale.bytes(cell().sizeBytes()));
    }

    private String bufferQualifier() {
        int buffer = cell().bufferSizeBytes();
        return vary(Cell::bufferSizeBytes) || buffer == Cell.DEFAULT_BUFFER
                ? ""
                : ", buffer of %s bytes".formatted(Scale.bytes(buffer));
    }

    private static List<PlottedCells> parts(List<CellResult> cells, Function<Cell, Object> property) {
        Map<Object, List<CellResult>> parts = new LinkedHashMap<>();
        cells.forEach(result -> parts.computeIfAbsent(property.apply(result.cell()), unused -> new ArrayList<>())
                .add(result));
        return parts.values().stream().map(PlottedCells::new).toList();
    }
}
