package org.ipcbench.report.words;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.ipcbench.plan.cell.Cell;
import org.ipcbench.plan.result.CellNames;

/**
 * Names several cells in few words.
 *
 * @param all the cells of the run
 * @param names names of cells besides transport and size
 */
public record CellList(List<Cell> all, CellNames names) {
    /** Maximum number of groups of cells that a line lists; nobody reads longer lines. */
    private static final int MAX_GROUPS = 4;

    /** From this number on, neighbouring sizes are shown as a range. */
    private static final int MIN_COUNT_OF_A_RANGE = 3;

    public CellList {
        all = List.copyOf(all);
    }

    /**
     * The common part of cells of some transports.
     *
     * @param sizes their sizes
     * @param suffix the rest of their names
     */
    private record Common(List<Integer> sizes, String suffix) {}

    public String of(List<Cell> cells) {
        if (cells.stream().allMatch(Cell::lacksItsPlacement)) {
            return join(cells.stream().map(Cell::placementName).distinct().toList());
        }
        if (cells.size() > MAX_GROUPS && cells.size() == all.size()) {
            return "all %d cells".formatted(cells.size());
        }
        List<String> groups = groups(cells);
        return groups.size() <= MAX_GROUPS
                ? String.join("; ", groups)
                : "%d of %d cells, %s"
                        .formatted(
                                cells.size(),
                                all.size(),
                                join(cells.stream()
                                        .map(Cell::transportId)
                                        .distinct()
                                        .toList()));
    }

    private List<String> groups(List<Cell> cells) {
        Map<String, Map<String, List<Integer>>> sizesBySuffix = new LinkedHashMap<>();
        for (Cell cell : cells) {
            sizesBySuffix
                    .computeIfAbsent(names.suffix(cell), unused -> new LinkedHashMap<>())
                    .computeIfAbsent(cell.transportId(), unused -> new ArrayList<>())
                    .add(cell.requestBytes());
        }
        Map<Common, Set<String>> transports = new LinkedHashMap<>();
        sizesBySuffix.forEach((suffix, sizes) -> sizes.forEach((transport, each) -> transports
                .computeIfAbsent(
                        new Common(each.stream().distinct().sorted().toList(), suffix), unused -> new LinkedHashSet<>())
                .add(transport)));
        return transports.entrySet().stream()
                .map(group ->
                        join(group.getValue()) + ", " + sizes(group.getKey().sizes()) + " bytes"
                                + group.getKey().suffix())
                .toList();
    }

    private String sizes(List<Integer> sizes) {
        List<Integer> between = all.stream()
                .map(Cell::requestBytes)
                .distinct()
                .filter(size -> size >= sizes.get(0) && size <= sizes.get(sizes.size() - 1))
                .sorted()
                .toList();
        return sizes.size() >= MIN_COUNT_OF_A_RANGE && between.equals(sizes)
                ? "%d to %d".formatted(sizes.get(0), sizes.get(sizes.size() - 1))
                : enumeration(sizes);
    }

    private static String enumeration(List<Integer> sizes) {
        List<String> words = sizes.stream().map(String::valueOf).toList();
        int last = words.size() - 1;
        return last == 0 ? words.get(0) : join(words.subList(0, last)) + " and " + words.get(last);
    }

    private static String join(Iterable<String> words) {
        return String.join(", ", words);
    }
}
