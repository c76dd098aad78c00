package org.ipcbench.model;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.ipcbench.plan.cell.Cell;
import org.ipcbench.plan.cell.Dimension;
import org.ipcbench.plan.result.CellResult;
import org.ipcbench.plan.result.RunResult;

/**
 * The costs of messages by their size in a run.
 *
 * @param groups the sweeps over sizes, grouped by what may be compared; empty if no transport was measured with two sizes or
 *     more
 */
public record CostModels(List<SweepGroup> groups) {
    /** Fewest sizes between which transports can overtake each other. */
    private static final int MIN_SIZES = 2;

    public CostModels {
        groups = List.copyOf(groups);
    }

    /**
     * Sweeps that differ in nothing but the transport. Transports that spin while they wait are not compared with transports that
     * sleep.
     *
     * @param sweeps in the order of the plan
     * @param crossovers sizes at which one transport overtakes another; first those at which the fastest of all changes
     */
    public record SweepGroup(List<SizeSweep> sweeps, List<Crossover> crossovers) {
        public SweepGroup {
            sweeps = List.copyOf(sweeps);
            crossovers = List.copyOf(crossovers);
        }

        private static SweepGroup of(List<SizeSweep> sweeps) {
            return new SweepGroup(sweeps, new CrossoverSearch(sweeps).find());
        }

        /** Any of its cells, for the properties that all have in common: all but transport and size. */
        public Cell cell() {
            return sweeps.get(0).cell();
        }
    }

    /** The models of a run. */
    public static CostModels of(RunResult run) {
        List<Dimension> dimensions = run.dimensions().stream()
                .filter(dimension -> !dimension.equals(Dimension.SIZE))
                .toList();
        List<CellResult> timed = run.cells().stream()
                .filter(result -> Dimension.RATE.of(result.cell()).isEmpty()) // a schedule sets the time of a message
                .toList();
        List<SizeSweep> sweeps = grouped(timed, result -> values(result.cell(), dimensions)).stream()
                .filter(CostModels::isSweep)
                .map(SizeSweep::new)
                .toList();
        List<Dimension> common = dimensions.stream()
                .filter(dimension -> !dimension.equals(Dimension.TRANSPORT))
                .toList();
        return new CostModels(grouped(sweeps, sweep -> groupKey(sweep.cell(), common)).stream()
                .map(SweepGroup::of)
                .toList());
    }

    private static boolean isSweep(List<CellResult> cells) {
        return cells.stream()
                        .map(result -> result.cell().requestBytes())
                        .distinct()
                        .count()
                >= MIN_SIZES;
    }

    private static List<Object> groupKey(Cell cell, List<Dimension> common) {
        List<Object> values = new ArrayList<>(values(cell, common));
        values.add(cell.transport().traits().waitStrategy());
        return values;
    }

    private static List<Object> values(Cell cell, List<Dimension> dimensions) {
        return dimensions.stream().map(dimension -> (Object) dimension.of(cell)).collect(Collectors.toList());
    }

    private static <T> List<List<T>> grouped(List<T> all, Function<T, List<Object>> key) {
        Map<List<Object>, List<T>> byKey = new LinkedHashMap<>();
        all.forEach(each -> byKey.computeIfAbsent(key.apply(each), unused -> new ArrayList<>())
                .add(each));
        return List.copyOf(byKey.values());
    }
}
