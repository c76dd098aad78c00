package org.ipcbench.report.words;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.ipcbench.plan.cell.Cell;
import org.ipcbench.plan.cell.Dimension;
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
     * A part of the names of some cells.
     *
     * @param dimension the dimension that it is about
     * @param values their values
     */
    private record Part(Dimension dimension, List<String> values) {
        String text() {
            return ", " + dimension.named(values);
        }

        Part with(Part other) {
            return new Part(
                    dimension,
                    Stream.concat(values.stream(), other.values.stream()).toList());
        }
    }

    /**
     * The common part of cells of some transports.
     *
     * @param sizes their sizes
     * @param parts the rest of their names
     */
    private record Common(List<Integer> sizes, List<Part> parts) {
        /** What is common with the cells of another group if they differ in the values of one dimension; else empty. */
        Optional<Common> with(Common other) {
            List<Dimension> dimensions = parts.stream().map(Part::dimension).toList();
            if (!sizes.equals(other.sizes)
                    || !dimensions.equals(
                            other.parts.stream().map(Part::dimension).toList())) {
                return Optional.empty();
            }
            int[] different = IntStream.range(0, parts.size())
                    .filter(i -> !parts.get(i).equals(other.parts.get(i)))
                    .toArray();
            if (different.length != 1) {
                return Optional.empty();
            }
            List<Part> folded = new ArrayList<>(parts);
            folded.set(different[0], parts.get(different[0]).with(other.parts.get(different[0])));
            return Optional.of(new Common(sizes, folded));
        }
    }

    private record Group(Set<String> transportIds, Common common) {
        Optional<Group> with(Group other) {
            return transportIds.equals(other.transportIds)
                    ? common.with(other.common).map(both -> new Group(transportIds, both))
                    : Optional.empty();
        }
    }

    public String of(List<Cell> cells) {
        if (cells.stream().allMatch(Cell::lacksItsPlacement)) {
            return join(cells.stream().map(Cell::placementName).distinct().toList());
        }
        if (cells.size() > MAX_GROUPS && cells.size() == all.size()) {
            return "all %d cells".formatted(cells.size());
        }
        List<Group> groups = groups(cells);
        return groups.size() <= MAX_GROUPS
                ? groups.stream().map(this::text).collect(Collectors.joining("; "))
                : "%d of %d cells, %s"
                        .formatted(
                                cells.size(),
                                all.size(),
                                join(cells.stream()
                                        .map(Cell::transportId)
                                        .distinct()
                                        .toList()));
    }

    private List<Group> groups(List<Cell> cells) {
        Map<List<Part>, Map<String, List<Integer>>> sizesByParts = new LinkedHashMap<>();
        for (Cell cell : cells) {
            sizesByParts
                    .computeIfAbsent(parts(cell), unused -> new LinkedHashMap<>())
                    .computeIfAbsent(cell.transportId(), unused -> new ArrayList<>())
                    .add(cell.requestBytes());
        }
        Map<Common, Set<String>> transports = new LinkedHashMap<>();
        sizesByParts.forEach((parts, sizes) -> sizes.forEach((transport, each) -> transports
                .computeIfAbsent(
                        new Common(each.stream().distinct().sorted().toList(), parts), unused -> new LinkedHashSet<>())
                .add(transport)));
        List<Group> groups = new ArrayList<>();
        transports.forEach((common, ids) -> fold(new Group(ids, common), groups));
        return groups;
    }

    private List<Part> parts(Cell cell) {
        return names.dimensions(cell).stream()
                .map(dimension -> new Part(dimension, List.of(dimension.valueInName(cell))))
                .toList();
    }

    /** Adds a group, to another one if both differ in the values of one dimension. */
    private static void fold(Group group, List<Group> groups) {
        for (int i = 0; i < groups.size(); i++) {
            Optional<Group> both = groups.get(i).with(group);
            if (both.isPresent()) {
                groups.set(i, both.get());
                return;
            }
        }
        groups.add(group);
    }

    private String text(Group group) {
        return join(group.transportIds())
                + (all.get(0).hasSizes() ? ", " + sizes(group.common().sizes()) + " bytes" : "")
                + group.common().parts().stream().map(Part::text).collect(Collectors.joining());
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
