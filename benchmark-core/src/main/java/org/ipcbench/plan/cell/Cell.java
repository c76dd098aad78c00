package org.ipcbench.plan.cell;

import java.util.Optional;
import java.util.OptionalLong;
import org.ipcbench.placement.Placement;
import org.ipcbench.transport.Trait;
import org.ipcbench.transport.Transport;
import org.ipcbench.workload.Clients;
import org.ipcbench.workload.Workload;

/**
 * One line of the result.
 *
 * @param transport how the messages travel
 * @param workload the question, with its size and its extent for this size
 * @param bufferSizeBytes the size asked for of the transport's buffer, in bytes; 0 leaves its default
 * @param placement where the peers run
 * @param clients how many clients the server has, and how they and it are made
 * @param variant which of the variants that a run compares; {@link Variant#NONE} where it compares none
 * @param host the machine, where results of several are put together; empty for the one at hand
 * @param feasibility what the machine said of it when the cell was made
 */
public record Cell(
        Transport transport,
        Workload workload,
        int bufferSizeBytes,
        Placement placement,
        Clients clients,
        Variant variant,
        String host,
        Feasibility feasibility) {
    /** Leaves the buffer as the transport has it. */
    public static final int DEFAULT_BUFFER = 0;

    /** The suite's own bounds of a message size, in bytes. */
    public static final int MIN_BYTES = 1;

    public static final int MAX_BYTES = 1 << 30;

    public Cell {
        int sizeBytes = workload.requestBytes();
        if (sizeBytes < MIN_BYTES || sizeBytes > MAX_BYTES) {
            throw new IllegalArgumentException(
                    "size must be from %d to %d bytes, was %d".formatted(MIN_BYTES, MAX_BYTES, sizeBytes));
        }
    }

    /** A cell of this machine and one client, without a variant; asks the machine whether it can be measured. */
    public Cell(Transport transport, Workload workload, int bufferSizeBytes, Placement placement) {
        this(transport, workload, bufferSizeBytes, placement, Clients.ONE);
    }

    /** A cell of this machine without a variant; asks the machine whether it can be measured. */
    public Cell(Transport transport, Workload workload, int bufferSizeBytes, Placement placement, Clients clients) {
        this(
                transport,
                workload,
                bufferSizeBytes,
                placement,
                clients.servedBy(transport),
                Variant.NONE,
                "",
                Feasibility.here(transport, workload, bufferSizeBytes, placement, clients.servedBy(transport)));
    }

    /** The same cell measured as a variant. */
    public Cell withVariant(Variant other) {
        return new Cell(transport, workload, bufferSizeBytes, placement, clients, other, host, feasibility);
    }

    /** The same cell on a machine of this name. */
    public Cell onHost(String name) {
        return new Cell(transport, workload, bufferSizeBytes, placement, clients, variant, name, feasibility);
    }

    /** The same cell over another transport, of which the machine is not asked. */
    public Cell over(Transport other) {
        return new Cell(other, workload, bufferSizeBytes, placement, clients, variant, host, feasibility);
    }

    /** The same cell with what another machine says of it. */
    public Cell with(Feasibility other) {
        return new Cell(transport, workload, bufferSizeBytes, placement, clients, variant, host, other);
    }

    /** Why this cell cannot be measured here; empty where nothing speaks against it. */
    public Optional<Obstacle> obstacle() {
        return feasibility.obstacle();
    }

    /** Whether nothing but its placement speaks against it, and so against all others in this place. */
    public boolean lacksItsPlacement() {
        return obstacle()
                .filter(obstacle -> obstacle.reason().equals(placement.obstacle()))
                .isPresent();
    }

    /** Size of a message, or of a block that the workload cuts into messages, in bytes. */
    public int unitSizeBytes() {
        return workload.requestBytes();
    }

    /** Size of the largest message on the way, in bytes. */
    public int messageSizeBytes() {
        return workload.largestMessageBytes(transport.traits().sizeLimit().maximumBytes());
    }

    /** The transport's id, for example {@code uds}. */
    public String transportId() {
        return transport.id();
    }

    /** The name the transport has in the CSV's first column. */
    public String transportName() {
        return transport.info().csvName();
    }

    /** How a waiting peer waits. */
    public String waitStrategy() {
        return transport.traits().waitStrategy().label();
    }

    /** How much of a message is written and read, as the user types it. */
    public String payloadName() {
        return workload.payload().label();
    }

    /** Whether messages are written and read in the shared memory itself. */
    public boolean inPlace() {
        return transport.traits().has(Trait.IN_PLACE);
    }

    /**
     * How many messages may have been sent and not received yet; empty where the transport does not know, and where nothing can
     * be measured.
     */
    public OptionalLong inFlight() {
        return feasibility.inFlight();
    }

    /** What the files call the question. */
    public String workloadName() {
        return workload.label();
    }

    /** The placement as the user wrote it. */
    public String placementName() {
        return placement.label();
    }

    /** Whether the clients are connections of one process; empty where they are not. */
    String clientThreadsName() {
        return clients.inOneProcess() ? "client threads" : "";
    }

    /** How the server serves its clients; empty where each has a thread. */
    String servingName() {
        return switch (clients.serving()) {
            case THREADS -> "";
            case VIRTUAL -> "virtual threads";
            case SELECTOR -> "selector";
            case QUEUE -> "one shared queue";
        };
    }

    /** The name of the variant; empty where there is none. */
    public String variantName() {
        return variant.label();
    }
}
