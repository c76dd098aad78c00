package org.ipcbench.run.request;

import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.ipcbench.doctor.Intent;
import org.ipcbench.launch.StandingPeers;
import org.ipcbench.launch.command.Jvm;
import org.ipcbench.placement.Placement;
import org.ipcbench.plan.cell.Cell;
import org.ipcbench.plan.cell.CellSettings;
import org.ipcbench.plan.cell.Dimension;
import org.ipcbench.plan.cell.Feasibility.Obstacle;
import org.ipcbench.transport.Transport;
import org.ipcbench.transport.resource.Grants;
import org.ipcbench.workload.Extent;
import org.ipcbench.workload.Workload;
import org.ipcbench.workload.call.PingPong;

/**
 * One transport that is asked one question after the other.
 *
 * @param settings its buffer, and where its peers run
 * @param extent of each question
 */
public record InteractiveRequest(Transport transport, CellSettings settings, Extent extent, PeerRequest peers) {

    /** The cell of a question. */
    public Cell cell(Workload workload) {
        return Cell.of(transport, workload, settings).within(new Grants());
    }

    /** Why no question can be measured; empty if small messages can. */
    public Optional<Obstacle> obstacle() {
        return cell(new PingPong(extent, Cell.MIN_BYTES)).obstacle();
    }

    /** Whether the same peers measure all questions. */
    public boolean keepsPeers() {
        return !StandingPeers.endWithEachQuestion(transport);
    }

    /** What the machine has to offer. */
    public Intent intent() {
        return new Intent(
                List.of(transport),
                Set.of(transport.id()),
                List.of(),
                0,
                !settings.get(Dimension.PLACEMENT).equals(Placement.UNPINNED),
                peers.jvm().equals(Jvm.current()),
                peers.leastAddressBytes());
    }
}
