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
 * @param contests the sweeps over sizes, grouped by what may be compared; empty if no transport was measured with three sizes or
 *     more
 */
public record CostModels(List<Contest> contests) {
    public CostModels {
        contests = List.copyOf(contests);
    }

    /**
     * Sweeps that differ in nothing but the transport. Transports that spin while they wait are not compared with transports that
     * sleep.
     *
     * @param sweeps in the order of the plan
     * @param crossovers sizes at which one transport overtakes another; first those at which the fastest of all changes
     */
    public record Contest(List<SizeSweep> sweeps, List<Crossover> crossovers) {
        public Contest {
            sweeps = List.copyOf(sweeps);
            crossovers = List.copyOf(crossovers);
        }

        private static Contest of(List<SizeSweep> sweeps) {
            List<SizeSweep> modelled =
                    sweeps.stream().filter(sweep -> sweep.model().isPresent()).toList();
            return new Contest(sweeps, new CrossoverSearch(modelled).find());
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
        return new CostModels(grouped(sweeps, sweep -> contest(sweep.cell(), common)).stream()
                .map(Contest::of)
                .toList());
    }

    private static boolean isSweep(List<CellResult> cells) {
        return cells.stream()
                        .map(result -> result.cell().requestBytes())
                        .distinct()
                        .count()
                >= SizeSweep.MIN_PLANNED;
    }

    private static List<Object> contest(Cell cell, List<Dimension> common) {
        List<Object> values = new ArrayList<>(values(cell, common));
        values.add(cell.transport().traits().waitStrategy());
        return values;
    }

    private static List<Object> values(Cell cell, List<Dimension> dimensions) {
        return dimensions.stream().map(dimension -> (Object) dimension.of(cell)).collect(Collectors.toList());
    }

    private static <T> List<List<T>> grouped(List<T> all, Function<T, List<Object>> key) {
        Map<List<Object>, List<T>> groups = new LinkedHashMap<>();
        all.forEach(each -> groups.computeIfAbsent(key.apply(each), unused -> new ArrayList<>())
                .add(each));
        return List.copyOf(groups.values());
    }
}
