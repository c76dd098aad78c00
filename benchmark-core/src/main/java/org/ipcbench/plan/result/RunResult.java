package org.ipcbench.plan.result;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.ipcbench.analysis.LatencyBound;
import org.ipcbench.plan.Plan;
import org.ipcbench.plan.cell.Dimension;

/**
 * The result of a run.
 *
 * @param cells in the order of the plan
 * @param interrupted whether the user ended it early
 * @param dimensions the dimensions that distinguish its cells
 * @param bound the bound of the latencies that the run is about; empty if there is none
 */
public record RunResult(
        List<CellResult> cells, boolean interrupted, List<Dimension> dimensions, Optional<LatencyBound> bound) {
    public RunResult {
        cells = List.copyOf(cells);
        dimensions = List.copyOf(dimensions);
    }

    /** A run without a bound of the latencies. */
    public RunResult(List<CellResult> cells, boolean interrupted, List<Dimension> dimensions) {
        this(cells, interrupted, dimensions, Optional.empty());
    }

    /** A run of cells with the usual dimensions. */
    public RunResult(List<CellResult> cells, boolean interrupted) {
        this(cells, interrupted, Dimension.ALL);
    }

    /**
     * Sets of cells that differ in nothing but these dimensions.
     *
     * @return sets and their cells in the order of the plan
     */
    public List<List<CellResult>> alikeBut(Dimension... differing) {
        List<Dimension> common = new ArrayList<>(dimensions);
        common.removeAll(List.of(differing));
        Map<List<Object>, List<CellResult>> sets = new LinkedHashMap<>();
        for (CellResult result : cells) {
            List<Object> key = new ArrayList<>();
            common.forEach(dimension -> key.add(dimension.of(result.cell())));
            sets.computeIfAbsent(key, unused -> new ArrayList<>()).add(result);
        }
        return List.copyOf(sets.values());
    }

    /** Combines the results so far. */
    public static RunResult of(Plan plan, List<IterationResult> results, boolean interrupted) {
        RunTally tally = new RunTally(plan);
        results.forEach(tally::add);
        return tally.result(interrupted);
    }
}
