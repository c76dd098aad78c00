package org.ipcbench.plan;

import java.util.Optional;
import java.util.OptionalLong;
import org.ipcbench.placement.Placement;
import org.ipcbench.transport.Availability.Unavailable;
import org.ipcbench.transport.SizeLimit;
import org.ipcbench.transport.Trait;
import org.ipcbench.transport.Transport;
import org.ipcbench.transport.WaitStrategy;
import org.ipcbench.workload.Workload;

/**
 * One line of the result.
 *
 * @param transport how the messages travel
 * @param workload the question, with its extent for this size
 * @param unitSizeBytes size of a message, or of a block that the workload cuts into messages, in bytes
 * @param bufferSizeBytes the size asked for of the transport's buffer, in bytes; 0 leaves its default
 * @param placement where the peers run
 */
public record Cell(
        Transport transport, Workload workload, int unitSizeBytes, int bufferSizeBytes, Placement placement) {
    /** Leaves the buffer as the transport has it. */
    public static final int DEFAULT_BUFFER = 0;

    /** The suite's own bounds of a message size, in bytes. */
    public static final int SMALLEST_BYTES = 1;

    public static final int LARGEST_BYTES = 1 << 30;

    public Cell {
        if (unitSizeBytes < SMALLEST_BYTES || unitSizeBytes > LARGEST_BYTES) {
            throw new IllegalArgumentException(
                    "size must be from %d to %d bytes, was %d".formatted(SMALLEST_BYTES, LARGEST_BYTES, unitSizeBytes));
        }
    }

    /** Why this cell cannot be measured here; empty where nothing speaks against it. */
    public Optional<Obstacle> obstacle() {
        if (transport.availability() instanceof Unavailable unavailable) {
            return Optional.of(new Obstacle(CellStatus.UNAVAILABLE, unavailable.toString()));
        }
        SizeLimit limit = transport.traits().sizeLimit();
        if (workload.needsEveryMessage() && transport.traits().lossy()) {
            return Optional.of(new Obstacle(
                    CellStatus.UNSUPPORTED, "may lose messages, and %s needs every one".formatted(workload.label())));
        }
        if (!limit.allows(messageSizeBytes())) {
            String reason = "carries at most %d bytes on this machine".formatted(limit.maximumBytes());
            return Optional.of(new Obstacle(
                    CellStatus.UNSUPPORTED, limit.remedy().isEmpty() ? reason : reason + "; " + limit.remedy()));
        }
        if (!placement.obstacle().isEmpty()) {
            return Optional.of(new Obstacle(CellStatus.UNSUPPORTED, placement.obstacle()));
        }
        if (transport.traits().waitStrategy() == WaitStrategy.SPINNING
                && placement.leavesOneCpu(Runtime.getRuntime().availableProcessors())) {
            return Optional.of(new Obstacle(
                    CellStatus.UNSUPPORTED,
                    "both peers spin, and have one CPU between them; use --placement split-cpu on two CPUs or more"));
        }
        if (bufferSizeBytes != DEFAULT_BUFFER && transport.traits().buffer().isEmpty()) {
            return Optional.of(new Obstacle(CellStatus.UNSUPPORTED, "has no configurable buffer; omit --buffer"));
        }
        return Optional.empty();
    }

    /** Whether nothing but its placement speaks against it, and so against all others in this place. */
    public boolean lacksItsPlacement() {
        return obstacle()
                .filter(obstacle -> obstacle.reason().equals(placement.obstacle()))
                .isPresent();
    }

    /** Size of the largest message on the way, in bytes. */
    public int messageSizeBytes() {
        return workload.splits()
                ? Math.min(unitSizeBytes, transport.traits().sizeLimit().maximumBytes())
                : unitSizeBytes;
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
        if (obstacle().isPresent()) {
            return OptionalLong.empty();
        }
        return workload.question().inTurns()
                ? OptionalLong.of(1)
                : transport.inFlight(messageSizeBytes(), bufferSizeBytes);
    }

    /** What the files call the question. */
    public String workloadName() {
        return workload.label();
    }

    /** The placement as the user wrote it. */
    public String placementName() {
        return placement.label();
    }
}
