package org.ipcbench.plan.cell;

import java.util.Optional;
import java.util.OptionalLong;
import org.ipcbench.placement.Placement;
import org.ipcbench.transport.Availability.Unavailable;
import org.ipcbench.transport.SizeLimit;
import org.ipcbench.transport.Trait;
import org.ipcbench.transport.Traits;
import org.ipcbench.transport.Transport;
import org.ipcbench.transport.WaitStrategy;
import org.ipcbench.workload.Clients;
import org.ipcbench.workload.Serving;
import org.ipcbench.workload.Workload;

/**
 * Whether a machine can measure a cell, found out before anything starts.
 *
 * @param obstacle why the cell cannot be measured there; empty if it can
 * @param inFlight how many messages may have been sent and not received yet; empty if the transport does not know, and if nothing
 *     can be measured
 */
public record Feasibility(Optional<Obstacle> obstacle, OptionalLong inFlight) {

    /** No machine was asked. */
    public static final Feasibility UNKNOWN = new Feasibility(Optional.empty(), OptionalLong.empty());

    /** Asks this machine. */
    static Feasibility here(
            Transport transport, Workload workload, int bufferSizeBytes, Placement placement, Clients clients) {
        int maxMessageBytes =
                workload.maxMessageBytes(transport.traits().sizeLimit().maximumBytes());
        Optional<Obstacle> obstacle = obstacle(transport, workload, maxMessageBytes, bufferSizeBytes, placement)
                .or(() -> obstacle(transport, workload, clients));
        if (obstacle.isPresent()) {
            return new Feasibility(obstacle, OptionalLong.empty());
        }
        return new Feasibility(
                obstacle,
                workload.question().inTurns()
                        ? OptionalLong.of(clients.number())
                        : inFlight(transport, maxMessageBytes, bufferSizeBytes, clients));
    }

    private static Optional<Obstacle> obstacle(
            Transport transport, Workload workload, int maxMessageBytes, int bufferSizeBytes, Placement placement) {
        if (transport.availability() instanceof Unavailable unavailable) {
            return Optional.of(new Obstacle(CellStatus.UNAVAILABLE, unavailable.toString()));
        }
        if (workload.reconnects() && !transport.traits().has(Trait.RECONNECTS)) {
            return unsupported("cannot open and close connections, as %s does".formatted(workload.label()));
        }
        SizeLimit limit = transport.traits().sizeLimit();
        if (workload.needsEveryMessage() && transport.traits().lossy()) {
            return unsupported("may lose messages, but %s needs every one".formatted(workload.label()));
        }
        if (!limit.allows(maxMessageBytes)) {
            String reason = "carries at most %d bytes on this machine".formatted(limit.maximumBytes());
            return unsupported(limit.remedy().isEmpty() ? reason : reason + "; " + limit.remedy());
        }
        if (!placement.obstacle().isEmpty()) {
            return unsupported(placement.obstacle());
        }
        if (spinsOnOneCpu(transport, workload, placement)) {
            return unsupported(
                    transport.traits().waitStrategy() == WaitStrategy.SPINNING
                            ? "both peers spin, but share one CPU; use --placement split-cpu on two CPUs or more"
                            : "the sender spins until a message is due, but both peers share one CPU; use --pacing sleep");
        }
        if (bufferSizeBytes != Cell.DEFAULT_BUFFER
                && transport.traits().buffer().isEmpty()) {
            return unsupported("has no configurable buffer; omit --buffer");
        }
        return Optional.empty();
    }

    /** Whether a peer would keep the only CPU busy that the other one needs. */
    static boolean spinsOnOneCpu(Transport transport, Workload workload, Placement placement) {
        Traits traits = transport.traits();
        boolean spins =
                traits.waitStrategy() == WaitStrategy.SPINNING || (workload.senderSpins() && !traits.oneProcess());
        return spins && placement.leavesOneCpu(Runtime.getRuntime().availableProcessors());
    }

    /** Clients share what a user may have, so the number of messages that each of several connections holds is unknown. */
    private static OptionalLong inFlight(
            Transport transport, int maxMessageBytes, int bufferSizeBytes, Clients clients) {
        return clients.number() == 1 ? transport.inFlight(maxMessageBytes, bufferSizeBytes) : OptionalLong.empty();
    }

    private static Optional<Obstacle> obstacle(Transport transport, Workload workload, Clients clients) {
        Traits traits = transport.traits();
        if (clients.number() > 1 && !traits.has(Trait.MANY_CLIENTS)) {
            return unsupported("serves one client only; omit --clients");
        }
        String lack = lack(traits, clients.serving());
        if (!lack.isEmpty()) {
            return unsupported("%s; omit --server-model %s"
                    .formatted(lack, clients.serving().label()));
        }
        return clients.serving().isMultiplexed() && workload.reconnects()
                ? unsupported(
                        "one thread serves permanent connections, but %s opens and closes them; omit --server-model %s"
                                .formatted(workload.label(), clients.serving().label()))
                : Optional.empty();
    }

    /** What the transport lacks for this way of serving; empty if it lacks nothing. */
    private static String lack(Traits traits, Serving serving) {
        return switch (serving) {
            case THREADS -> "";
            case VIRTUAL ->
                traits.has(Trait.YIELDS_CARRIER)
                        ? ""
                        : "waits outside the JDK, where a virtual thread keeps its carrier";
            case SELECTOR ->
                traits.has(Trait.SELECTABLE) ? "" : "has no channels for which one thread can wait together";
            case QUEUE -> traits.has(Trait.SHARED_QUEUE) ? "" : "has no queue that all clients share";
        };
    }

    private static Optional<Obstacle> unsupported(String reason) {
        return Optional.of(new Obstacle(CellStatus.UNSUPPORTED, reason));
    }
}
