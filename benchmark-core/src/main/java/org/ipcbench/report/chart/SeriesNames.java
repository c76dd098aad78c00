package org.ipcbench.report.chart;

import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.ipcbench.plan.cell.Cell;
import org.ipcbench.plan.cell.Dimension;
import org.ipcbench.plan.result.CellNames;
import org.ipcbench.plan.result.CellResult;
import org.ipcbench.plan.result.RunResult;
import org.ipcbench.plot.Look;

/** The names of the run's lines and rows. A line has the same look throughout the page. */
public final class SeriesNames {
    private final List<Dimension> ofLines;
    private final CellNames ofRows;
    private final Map<String, Look> looks = new LinkedHashMap<>();

    public SeriesNames(RunResult run) {
        List<Cell> cells = run.cells().stream().map(CellResult::cell).toList();
        ofLines = run.dimensions().stream()
                .filter(dimension -> !dimension.isNumeric() && !dimension.equals(Dimension.QUESTION))
                .filter(dimension -> dimension.equals(Dimension.TRANSPORT) || dimension.varies(cells))
                .toList();
        ofRows = CellNames.ofVarying(run, Dimension.TRANSPORT_QUESTION_AND_SIZE);
        for (CellResult result : run.cells()) {
            looks.computeIfAbsent(line(result), unused -> new Look(looks.size()));
        }
    }

    /** The name of a cell's line over a number: its transport, and its other names of which the run has several. */
    private String line(CellResult result) {
        return ofLines.stream()
                .filter(dimension -> dimension.of(result.cell()).isPresent())
                .map(dimension -> dimension.named(result.cell()))
                .collect(Collectors.joining(", "));
    }

    /** The look of a cell's line. */
    Look look(CellResult result) {
        return looks.getOrDefault(line(result), new Look(0));
    }

    /** The names of cells of the same question and size that stand together; what they have in common is told beside them. */
    public List<String> rows(List<CellResult> results) {
        return rows(results, results);
    }

    /**
     * The names of some of the cells that are compared with each other.
     *
     * @param compared all of them
     */
    public List<String> rows(List<CellResult> results, List<CellResult> compared) {
        List<Cell> cells = compared.stream().map(CellResult::cell).toList();
        CellNames names = new CellNames(ofRows.dimensions().stream()
                .filter(dimension -> dimension.varies(cells))
                .toList());
        return results.stream()
                .map(CellResult::cell)
                .map(cell -> cell.transportId() + names.suffix(cell))
                .toList();
    }

    /**
     * The looks of cells of the same question and size: the looks of their lines, unless several cells belong to one line.
     */
    public List<Look> looks(List<CellResult> cells) {
        Set<String> lines = new HashSet<>();
        boolean unique = cells.stream().allMatch(result -> lines.add(line(result)));
        return IntStream.range(0, cells.size())
                .mapToObj(i -> unique ? look(cells.get(i)) : new Look(i))
                .toList();
    }
}
