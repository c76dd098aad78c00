package org.ipcbench.report.table;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.ipcbench.analysis.statistics.Comparison;
import org.ipcbench.analysis.statistics.TimeDifference;
import org.ipcbench.plan.cell.Cell;
import org.ipcbench.plan.cell.Variant;
import org.ipcbench.plan.result.CellResult;
import org.ipcbench.plan.result.RunResult;

/**
 * A cell and the same cell of the run's first variant.
 *
 * @param first the cell of the first variant
 * @param other the cell of another variant
 * @param comparison the ratio of the other cell's speed to the first cell's speed; empty if they have no round in common
 * @param longer how much longer a message of the other cell takes; empty if they have no round in common
 */
public record VariantPair(
        CellResult first, CellResult other, Optional<Comparison> comparison, Optional<TimeDifference> longer) {

    /** All pairs of a run, in the order of its cells; empty if the run compares no variants. */
    public static List<VariantPair> of(RunResult run) {
        Map<Cell, CellResult> results = new LinkedHashMap<>();
        run.cells().forEach(result -> results.put(result.cell(), result));
        return Variant.firsts(results.keySet()).entrySet().stream()
                .map(pair -> compared(
                        Objects.requireNonNull(results.get(pair.getValue())),
                        Objects.requireNonNull(results.get(pair.getKey()))))
                .toList();
    }

    private static VariantPair compared(CellResult first, CellResult other) {
        NavigableMap<Integer, Double> speeds = speeds(other);
        NavigableMap<Integer, Double> firstSpeeds = speeds(first);
        Optional<Comparison> comparison = Comparison.paired(speeds, firstSpeeds);
        return new VariantPair(
                first, other, comparison, comparison.map(unused -> TimeDifference.of(speeds, firstSpeeds)));
    }

    private static NavigableMap<Integer, Double> speeds(CellResult result) {
        return result.summary().map(summary -> summary.speed().ofRound()).orElseGet(TreeMap::new);
    }

    /** Whether the pair has any figures. */
    boolean hasFigures() {
        return first.summary().isPresent() || other.summary().isPresent();
    }

    /** The reason if there is no comparison. */
    public String gap() {
        if (other.summary().isEmpty()) {
            return other.status().label();
        }
        if (first.summary().isEmpty()) {
            return "%s %s".formatted(first.cell().variantName(), first.status().label());
        }
        return Stream.of(first, other)
                        .flatMap(result -> result.summary().stream())
                        .allMatch(summary -> summary.speed().isKnown())
                ? "no common round"
                : "latencies are withheld";
    }
}
