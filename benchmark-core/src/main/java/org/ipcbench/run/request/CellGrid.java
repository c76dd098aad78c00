package org.ipcbench.run.request;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.ipcbench.placement.Placement;
import org.ipcbench.plan.cell.Cell;
import org.ipcbench.plan.cell.Variant;
import org.ipcbench.transport.Transport;
import org.ipcbench.workload.Clients;

/**
 * What multiplies to the cells of a run.
 *
 * @param selection the transports
 * @param workloads what every transport is asked
 * @param clients the clients of the server, each of which makes cells of its own
 * @param bufferSizesBytes sizes of the transports' buffers, in bytes; {@link Cell#DEFAULT_BUFFER} leaves it to the transport
 * @param placements where the peers run
 */
public record CellGrid(
        TransportSelection selection,
        List<SizedWorkload> workloads,
        List<Clients> clients,
        List<Integer> bufferSizesBytes,
        List<Placement> placements) {
    public CellGrid {
        workloads = List.copyOf(workloads);
        clients = List.copyOf(clients);
        bufferSizesBytes = List.copyOf(bufferSizesBytes);
        placements = List.copyOf(placements);
    }

    /** Questions of one client to transports with their own buffers, on CPUs that the kernel chooses. */
    public static CellGrid of(TransportSelection selection, List<SizedWorkload> workloads) {
        return new CellGrid(
                selection, workloads, List.of(Clients.ONE), List.of(Cell.DEFAULT_BUFFER), List.of(Placement.DEFAULT));
    }

    /** The same questions to other transports. */
    public CellGrid to(TransportSelection others) {
        return new CellGrid(others, workloads, clients, bufferSizesBytes, placements);
    }

    /** Other questions to the same transports. */
    public CellGrid asking(List<SizedWorkload> others) {
        return new CellGrid(selection, others, clients, bufferSizesBytes, placements);
    }

    /** The same questions of one client to transports with their own buffers. */
    public CellGrid ofOneClient() {
        return new CellGrid(selection, workloads, List.of(Clients.ONE), List.of(Cell.DEFAULT_BUFFER), placements);
    }

    /** The most clients that a server has. */
    public Clients mostClients() {
        return clients.stream().max(Comparator.comparingInt(Clients::number)).orElse(Clients.ONE);
    }

    /** The most cells that there can be; may exceed every integer. */
    public double size(List<Variant> variants) {
        return (double) selection.transports().size()
                * workloads.size()
                * bufferSizesBytes.size()
                * placements.size()
                * clients.size()
                * variants.size();
    }

    /** The cells, those of one transport together. */
    public List<Cell> cells(List<Variant> variants) {
        List<Cell> cells = new ArrayList<>();
        for (Transport transport : selection.transports()) {
            for (SizedWorkload sized : workloads) {
                for (int buffer : bufferSizesBytes) {
                    for (Placement placement : placements) {
                        clients.stream()
                                .filter(each -> sized.asks(transport, each))
                                .map(each -> new Cell(transport, sized.workload(), buffer, placement, each))
                                .forEach(cell -> variants.forEach(variant -> cells.add(cell.withVariant(variant))));
                    }
                }
            }
        }
        return cells;
    }
}
