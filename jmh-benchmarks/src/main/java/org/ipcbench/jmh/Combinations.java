package org.ipcbench.jmh;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import org.ipcbench.placement.Placement;
import org.ipcbench.plan.cell.Cell;
import org.ipcbench.plan.cell.CellSettings;
import org.ipcbench.plan.cell.CellStatus;
import org.ipcbench.plan.cell.Dimension;
import org.ipcbench.plan.cell.Feasibility.Obstacle;
import org.ipcbench.transport.Transport;
import org.ipcbench.transport.TransportRegistry;
import org.ipcbench.workload.Extent;
import org.ipcbench.workload.Workload;
import org.ipcbench.workload.stream.MessageStream;

/**
 * The combinations of transports, message sizes and placements that can be measured here. JMH itself would fix a parameter's
 * values at compile time, and combine all values.
 */
final class Combinations {
    private final TransportRegistry registry;
    private final Consumer<String> warnings;
    private final Set<String> given = new HashSet<>();

    Combinations(TransportRegistry registry, Consumer<String> warnings) {
        this.registry = registry;
        this.warnings = warnings;
    }

    /**
     * The smallest number of grids with everything that can be measured. Reports what cannot be measured and the reason,
     * one line each.
     *
     * @param names transports and groups
     * @param choices alternative placements; of each choice, a transport gets the first placement that it can have
     * @throws java.util.NoSuchElementException if a name is unknown
     */
    List<Grid> of(Collection<String> names, List<Integer> sizesBytes, List<List<Placement>> choices) {
        Map<Grid, List<Transport>> transports = new LinkedHashMap<>();
        for (List<Placement> alternatives : choices) {
            for (Transport transport : named(names)) {
                Grid own = grid(transport, sizesBytes, alternatives);
                if (!own.sizesBytes().isEmpty()) {
                    Grid common = new Grid(List.of(), own.sizesBytes(), own.placement());
                    transports
                            .computeIfAbsent(common, unused -> new ArrayList<>())
                            .add(transport);
                }
            }
        }
        return transports.entrySet().stream()
                .map(grid -> new Grid(
                        grid.getValue(),
                        grid.getKey().sizesBytes(),
                        grid.getKey().placement()))
                .toList();
    }

    /** The grid of one transport in the first of these places where it carries anything; reports only what that place lacks. */
    private Grid grid(Transport transport, List<Integer> sizesBytes, List<Placement> alternatives) {
        Placement chosen = alternatives.stream()
                .filter(placement -> sizesBytes.stream()
                        .anyMatch(requestBytes ->
                                obstacle(transport, requestBytes, placement).isEmpty()))
                .findFirst()
                .orElse(alternatives.get(0));
        return new Grid(List.of(transport), carried(transport, sizesBytes, chosen), chosen);
    }

    private Set<Transport> named(Collection<String> names) {
        Set<Transport> transports = new LinkedHashSet<>();
        for (String name : names) {
            transports.addAll(registry.isGroup(name) ? registry.group(name) : List.of(registry.named(name)));
        }
        return transports;
    }

    private List<Integer> carried(Transport transport, List<Integer> sizesBytes, Placement placement) {
        List<Integer> carried = new ArrayList<>();
        for (int requestBytes : sizesBytes) {
            Obstacle obstacle = obstacle(transport, requestBytes, placement).orElse(null);
            if (obstacle == null) {
                carried.add(requestBytes);
            } else if (obstacle.status() == CellStatus.UNAVAILABLE) {
                warn("skipping %s: %s".formatted(transport.id(), obstacle.reason()));
                return List.of();
            } else {
                warn("skipping %s with %d bytes: %s".formatted(transport.id(), requestBytes, obstacle.reason()));
            }
        }
        return carried;
    }

    private static Optional<Obstacle> obstacle(Transport transport, int requestBytes, Placement placement) {
        Workload any = new MessageStream(new Extent.Count(1), requestBytes);
        return Cell.of(transport, any, CellSettings.USUAL.with(Dimension.PLACEMENT, placement))
                .obstacle();
    }

    /** Each line once, though several benchmarks ask for the same. */
    private void warn(String line) {
        if (given.add(line)) {
            warnings.accept(line);
        }
    }

    /**
     * Transports that all carry the same sizes in the same place, so that JMH can combine all transports with all sizes.
     *
     * @param transports in the registry's order
     * @param sizesBytes sizes of a message, in bytes
     * @param placement where both ends run
     */
    record Grid(List<Transport> transports, List<Integer> sizesBytes, Placement placement) {

        Grid {
            transports = List.copyOf(transports);
            sizesBytes = List.copyOf(sizesBytes);
        }
    }
}
