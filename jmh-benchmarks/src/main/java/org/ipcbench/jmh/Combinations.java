package org.ipcbench.jmh;

import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import org.ipcbench.placement.Placement;
import org.ipcbench.plan.cell.Cell;
import org.ipcbench.plan.cell.CellStatus;
import org.ipcbench.plan.cell.Obstacle;
import org.ipcbench.transport.Transport;
import org.ipcbench.transport.TransportRegistry;
import org.ipcbench.workload.Extent;
import org.ipcbench.workload.Workload;

/**
 * The combinations of transports and message sizes that can be measured here. JMH itself would fix a parameter's values at
 * compile time, and combine all values.
 */
final class Combinations {
    private final TransportRegistry registry;
    private final Consumer<String> warnings;

    Combinations(TransportRegistry registry, Consumer<String> warnings) {
        this.registry = registry;
        this.warnings = warnings;
    }

    /**
     * The smallest number of grids with everything that can be measured. Reports what cannot be measured and the reason,
     * one line each.
     *
     * @param names transports and groups
     * @throws java.util.NoSuchElementException if a name is unknown
     */
    List<Grid> of(Collection<String> names, List<Integer> sizesBytes) {
        Map<List<Integer>, List<Transport>> bySizes = new LinkedHashMap<>();
        for (Transport transport : named(names)) {
            List<Integer> carried = carried(transport, sizesBytes);
            if (!carried.isEmpty()) {
                bySizes.computeIfAbsent(carried, sizes -> new ArrayList<>()).add(transport);
            }
        }
        return bySizes.entrySet().stream()
                .map(grid -> new Grid(grid.getValue(), grid.getKey()))
                .toList();
    }

    private Set<Transport> named(Collection<String> names) {
        Set<Transport> transports = new LinkedHashSet<>();
        for (String name : names) {
            transports.addAll(registry.isGroup(name) ? registry.group(name) : List.of(registry.named(name)));
        }
        return transports;
    }

    private List<Integer> carried(Transport transport, List<Integer> sizesBytes) {
        List<Integer> carried = new ArrayList<>();
        for (int requestBytes : sizesBytes) {
            Workload any = new Workload.Stream(new Extent.Count(1), requestBytes);
            Obstacle obstacle = new Cell(transport, any, Cell.DEFAULT_BUFFER, Placement.UNPINNED)
                    .obstacle()
                    .orElse(null);
            if (obstacle == null) {
                carried.add(requestBytes);
            } else if (obstacle.status() == CellStatus.UNAVAILABLE) {
                warnings.accept("skipping %s: %s".formatted(transport.id(), obstacle.reason()));
                return List.of();
            } else {
                warnings.accept(
                        "skipping %s with %d bytes: %s".formatted(transport.id(), requestBytes, obstacle.reason()));
            }
        }
        return carried;
    }
}
