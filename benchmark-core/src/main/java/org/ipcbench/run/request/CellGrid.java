package org.ipcbench.run.request;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
import org.ipcbench.placement.Placement;
import org.ipcbench.plan.cell.Cell;
import org.ipcbench.plan.cell.Spin;
import org.ipcbench.plan.cell.Variant;
import org.ipcbench.transport.Transport;
import org.ipcbench.workload.Clients;

/**
 * The dimensions whose combinations are the cells of a run.
 *
 * @param selection the transports
 * @param workloads the questions to every transport
 * @param clients the clients of the server; each entry has separate cells
 * @param bufferSizesBytes sizes of the transports' buffers, in bytes; {@link Cell#DEFAULT_BUFFER} for the transport's
 * default
 * @param placements the placements of the peers
 * @param spins for how long receivers look for a message before they sleep; {@link Spin#NONE} if they sleep at once
 */
public record CellGrid(
        TransportSelection selection,
        List<SizedWorkload> workloads,
        List<Clients> clients,
        List<Integer> bufferSizesBytes,
        PlacementChoice placements,
        List<Spin> spins) {
    public CellGrid {
        workloads = List.copyOf(workloads);
        clients = List.copyOf(clients);
        bufferSizesBytes = List.copyOf(bufferSizesBytes);
        spins = List.copyOf(spins);
    }

    /** A grid of one client, the transports' default buffers, CPUs that the kernel chooses, and receivers that sleep at once. */
    public static CellGrid of(TransportSelection selection, List<SizedWorkload> workloads) {
        return new CellGrid(
                selection,
                workloads,
                List.of(Clients.ONE),
                List.of(Cell.DEFAULT_BUFFER),
                PlacementChoice.OF_THE_KERNEL,
                List.of(Spin.NONE));
    }

    /** Returns a copy with other transports. */
    public CellGrid to(TransportSelection others) {
        return new CellGrid(others, workloads, clients, bufferSizesBytes, placements, spins);
    }

    /** Returns a copy with other workloads. */
    public CellGrid asking(List<SizedWorkload> others) {
        return new CellGrid(selection, others, clients, bufferSizesBytes, placements, spins);
    }

    /** Returns a copy with other placements. */
    CellGrid at(PlacementChoice others) {
        return new CellGrid(selection, workloads, clients, bufferSizesBytes, others, spins);
    }

    /** The largest number of clients. */
    public Clients mostClients() {
        return clients.stream().max(Comparator.comparingInt(Clients::number)).orElse(Clients.ONE);
    }

    /** Upper bound for the number of cells; may exceed the range of integers. */
    public double size(List<Variant> variants) {
        return (double) selection.transports().size()
                * workloads.size()
                * bufferSizesBytes.size()
                * placements.list().size()
                * clients.size()
                * spins.size()
                * variants.size();
    }

    /** The cells, grouped by transport, without those that the usual placements leave out. */
    public List<Cell> cells(List<Variant> variants) {
        return all(variants).stream()
                .filter(cell -> !placements.leavesOut(cell))
                .toList();
    }

    /** A line about each thing that the placements leave out, or why they are not the usual ones. */
    public List<String> remarks() {
        List<Cell> leftOut = all(List.of(Variant.NONE)).stream()
                .filter(placements::leavesOut)
                .toList();
        return Stream.concat(
                        Stream.of(placements.remark()).filter(remark -> !remark.isEmpty()),
                        placements.omissions(leftOut))
                .toList();
    }

    private List<Cell> all(List<Variant> variants) {
        List<Cell> cells = new ArrayList<>();
        for (Transport transport : selection.transports()) {
            for (SizedWorkload sized : workloads) {
                for (int buffer : bufferSizesBytes) {
                    for (Placement placement : placements.list()) {
                        clients.stream()
                                .filter(each -> sized.asks(transport, each))
                                .flatMap(each -> spins.stream()
                                        .map(spin ->
                                                new Cell(transport, sized.workload(), buffer, placement, each, spin)))
                                .forEach(cell -> variants.forEach(variant -> cells.add(cell.withVariant(variant))));
                    }
                }
            }
        }
        return cells;
    }
}
