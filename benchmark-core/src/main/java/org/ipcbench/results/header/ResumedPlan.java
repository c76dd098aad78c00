package org.ipcbench.results.header;

import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.function.Function;
import java.util.stream.Stream;
import org.ipcbench.placement.Placement;
import org.ipcbench.placement.Topology;
import org.ipcbench.plan.Plan;
import org.ipcbench.plan.cell.Cell;
import org.ipcbench.plan.cell.Dimension;
import org.ipcbench.plan.cell.KnownTransport;
import org.ipcbench.transport.Transport;
import org.ipcbench.workload.TransferredFile;
import org.jspecify.annotations.Nullable;

/**
 * The plan of a resumed run, with cells that can be measured: made of the values of the run's header, and of the transports and
 * CPUs of this machine.
 *
 * @param header the run's header
 * @param terms the header's terms
 * @param transports the transports of this machine by their ids; throws {@link NoSuchElementException} if there is none
 * @param topology the CPUs of this machine
 * @param file the file to transfer, as the user has named it; null if none is transferred
 * @param target where the receiver writes the file, as the user has named it; null if it does not
 */
public record ResumedPlan(
        RunHeader header,
        RunTerms terms,
        Function<String, Transport> transports,
        Topology topology,
        @Nullable Path file,
        @Nullable Path target) {
    private static final Duration MAX_WARM_UP = Duration.ofDays(30);

    /**
     * Makes the plan.
     *
     * @throws IllegalArgumentException if the header contains values that no command line accepts, or that are not available here
     */
    public Plan plan() {
        requireBounds();
        Stream.concat(header.cells().stream(), header.baselines().stream()).forEach(this::requireKnown);
        Map<String, Transport> transportsHere = new HashMap<>(); // each asked once, not for every cell
        Map<String, Placement> placements = new HashMap<>();
        Function<Cell, Cell> here = cell -> Cell.of(
                transportsHere.computeIfAbsent(cell.transportId(), this::transport),
                cell.workload().withFiles(file, target),
                cell.settings()
                        .with(Dimension.HOST, Dimension.HOST.usual())
                        .with(
                                Dimension.PLACEMENT,
                                placements.computeIfAbsent(
                                        cell.placementName(), label -> Placement.parse(label, topology))));
        return new Plan(
                header.cells().stream().map(here).toList(),
                header.baselines().stream().map(here).toList(),
                header.stopping(),
                header.bound(),
                header.warmUpNanos(),
                header.seed());
    }

    private void requireBounds() {
        if (header.rounds() < 1 || header.rounds() > Plan.MAX_ROUNDS) {
            throw new IllegalArgumentException(
                    "has %d rounds, but only 1 to %d can be measured".formatted(header.rounds(), Plan.MAX_ROUNDS));
        }
        Integer most = header.mostRounds();
        if (most != null && (most < 1 || most > Plan.MAX_ROUNDS)) {
            throw new IllegalArgumentException(
                    "has up to %d rounds, but only 1 to %d can be measured".formatted(most, Plan.MAX_ROUNDS));
        }
        int cells = header.cells().size() + header.baselines().size();
        if (cells > Plan.MAX_CELLS) {
            throw new IllegalArgumentException(
                    "has %d cells, but at most %d can be measured".formatted(cells, Plan.MAX_CELLS));
        }
        Long added = header.addedWarmUpNanos();
        if (added != null && (added < 0 || added > MAX_WARM_UP.toNanos())) {
            throw new IllegalArgumentException("has a longer warm-up of %d ns".formatted(added));
        }
        if (header.warmUpNanos() < 1 || header.warmUpNanos() > MAX_WARM_UP.toNanos()) {
            throw new IllegalArgumentException("has a warm-up of %d ns".formatted(header.warmUpNanos()));
        }
    }

    private void requireKnown(Cell cell) {
        if (!terms.knows(cell.variantName())) {
            throw new IllegalArgumentException("has no variant '%s'".formatted(cell.variantName()));
        }
        @Nullable TransferredFile transferred = cell.workload().transferred().orElse(null);
        if (transferred != null
                && (terms.file() == null || transferred.bytes() != terms.file().bytes())) {
            throw new IllegalArgumentException("has a file of %d bytes in a cell only".formatted(transferred.bytes()));
        }
    }

    private Transport transport(String id) {
        try {
            return KnownTransport.of(transports.apply(id));
        } catch (NoSuchElementException e) {
            throw new IllegalArgumentException("uses the transport '%s', which is unknown here".formatted(id), e);
        }
    }
}
