package org.ipcbench.run.advice;

import java.util.List;
import java.util.Optional;
import org.ipcbench.measure.sample.Question;
import org.ipcbench.plan.cell.Cell;
import org.ipcbench.plan.cell.Spin;
import org.ipcbench.run.request.CellGrid;
import org.ipcbench.run.request.PlacementChoice;
import org.ipcbench.run.request.SizedWorkload;
import org.ipcbench.run.request.TransportSelection;
import org.ipcbench.workload.Clients;
import org.ipcbench.workload.load.Load;

/**
 * The dimensions whose combinations are the candidates' cells.
 *
 * @param selection the transports that are considered
 * @param bufferSizesBytes sizes of the transports' buffers, in bytes; {@link Cell#DEFAULT_BUFFER} for the transport's default
 * @param placements the placements of the peers; empty for the usual ones
 * @param spins for how long receivers look for a message before they sleep; {@link Spin#NONE} if they sleep at once
 */
public record CandidateGrid(
        TransportSelection selection,
        List<Integer> bufferSizesBytes,
        Optional<PlacementChoice> placements,
        List<Spin> spins) {
    public CandidateGrid {
        bufferSizesBytes = List.copyOf(bufferSizesBytes);
        spins = List.copyOf(spins);
    }

    /** These transports with their default buffers, the usual placements, and receivers that sleep at once. */
    public static CandidateGrid of(TransportSelection selection) {
        return new CandidateGrid(selection, List.of(Cell.DEFAULT_BUFFER), Optional.empty(), List.of(Spin.NONE));
    }

    /** The placements of these clients; only peers with a CPU each tell which part of a tail is the machine's. */
    PlacementChoice placements(Clients clients) {
        return placements.orElseGet(() -> PlacementChoice.usual(Question.LOAD, List.of(clients)));
    }

    /** The grid in which these clients send a load over these transports. */
    CellGrid loaded(TransportSelection transports, Clients clients, Load load) {
        return new CellGrid(
                transports,
                List.of(new SizedWorkload(load)),
                List.of(clients),
                bufferSizesBytes,
                placements(clients),
                spins);
    }
}
