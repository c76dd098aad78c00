package org.ipcbench.plan;

import java.util.Optional;
import java.util.OptionalLong;
import org.ipcbench.placement.Placement;
import org.ipcbench.transport.Availability.Unavailable;
import org.ipcbench.transport.SizeLimit;
import org.ipcbench.transport.Transport;
import org.ipcbench.transport.WaitStrategy;
import org.ipcbench.workload.Workload;

/**
 * What a machine says of a cell before anything starts.
 *
 * @param obstacle why the cell cannot be measured there; empty where nothing speaks against it
 * @param inFlight how many messages may have been sent and not received yet; empty where the transport does not know, and where
 *     nothing can be measured
 */
public record Feasibility(Optional<Obstacle> obstacle, OptionalLong inFlight) {

    /** Asks this machine. */
    static Feasibility here(
            Transport transport, Workload workload, int unitSizeBytes, int bufferSizeBytes, Placement placement) {
        int messageSizeBytes = Cell.messageSizeBytes(transport, workload, unitSizeBytes);
        Optional<Obstacle> obstacle = obstacle(transport, workload, messageSizeBytes, bufferSizeBytes, placement);
        if (obstacle.isPresent()) {
            return new Feasibility(obstacle, OptionalLong.empty());
        }
        return new Feasibility(
                obstacle,
                workload.question().inTurns()
                        ? OptionalLong.of(1)
                        : transport.inFlight(messageSizeBytes, bufferSizeBytes));
    }

    private static Optional<Obstacle> obstacle(
            Transport transport, Workload workload, int messageSizeBytes, int bufferSizeBytes, Placement placement) {
        if (transport.availability() instanceof Unavailable unavailable) {
            return Optional.of(new Obstacle(CellStatus.UNAVAILABLE, unavailable.toString()));
        }
        SizeLimit limit = transport.traits().sizeLimit();
        if (workload.needsEveryMessage() && transport.traits().lossy()) {
            return unsupported("may lose messages, and %s needs every one".formatted(workload.label()));
        }
        if (!limit.allows(messageSizeBytes)) {
            String reason = "carries at most %d bytes on this machine".formatted(limit.maximumBytes());
            return unsupported(limit.remedy().isEmpty() ? reason : reason + "; " + limit.remedy());
        }
        if (!placement.obstacle().isEmpty()) {
            return unsupported(placement.obstacle());
        }
        if (transport.traits().waitStrategy() == WaitStrategy.SPINNING
                && placement.leavesOneCpu(Runtime.getRuntime().availableProcessors())) {
            return unsupported(
                    "both peers spin, and have one CPU between them; use --placement split-cpu on two CPUs or more");
        }
        if (bufferSizeBytes != Cell.DEFAULT_BUFFER
                && transport.traits().buffer().isEmpty()) {
            return unsupported("has no configurable buffer; omit --buffer");
        }
        return Optional.empty();
    }

    private static Optional<Obstacle> unsupported(String reason) {
        return Optional.of(new Obstacle(CellStatus.UNSUPPORTED, reason));
    }
}
