package org.ipcbench.plan.cell;

import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * One of several ways to measure the same cell in the same run.
 *
 * @param label its name in tables and files; empty for the only one
 */
public record Variant(String label) {
    /** The run compares nothing. */
    public static final Variant NONE = new Variant("");

    /** Each cell of another variant than the first, in their order, with the same cell of the first one. */
    public static Map<Cell, Cell> firsts(Collection<Cell> cells) {
        Optional<Variant> first = cells.stream()
                .map(Cell::variant)
                .filter(variant -> !variant.equals(NONE))
                .findFirst();
        Map<Cell, Cell> bare = new HashMap<>();
        cells.stream()
                .filter(cell -> first.isPresent() && cell.variant().equals(first.get()))
                .forEach(cell -> bare.put(cell.withVariant(NONE), cell));
        Map<Cell, Cell> firsts = new LinkedHashMap<>();
        for (Cell cell : cells) {
            Cell same = bare.get(cell.withVariant(NONE));
            if (same != null && !same.equals(cell)) {
                firsts.put(cell, same);
            }
        }
        return firsts;
    }
}
