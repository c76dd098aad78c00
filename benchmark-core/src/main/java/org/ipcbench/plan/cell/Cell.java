package org.ipcbench.plan.cell;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.ipcbench.launch.Peers.Task;
import org.ipcbench.launch.command.Relay;
import org.ipcbench.placement.Placement;
import org.ipcbench.plan.cell.Feasibility.Obstacle;
import org.ipcbench.transport.Availability.Unavailable;
import org.ipcbench.transport.Session.ChannelOptions;
import org.ipcbench.transport.Trait;
import org.ipcbench.transport.Transport;
import org.ipcbench.transport.resource.Grants;
import org.ipcbench.workload.Clients;
import org.ipcbench.workload.Serving;
import org.ipcbench.workload.Workload;

/**
 * One line of the result.
 *
 * @param transport how the messages travel
 * @param workload the question, with its size and its extent for this size
 * @param settings the values of the dimensions that are not the question's, such as the placement
 * @param feasibility what the machine reported about the cell when it was made
 */
public record Cell(Transport transport, Workload workload, CellSettings settings, Feasibility feasibility) {
    /** Keeps the transport's default size of the buffer. */
    public static final int DEFAULT_BUFFER = 0;

    /** The suite's own limits of a message size, in bytes. */
    public static final int MIN_BYTES = 1;

    public static final int MAX_BYTES = 1 << 30;

    public Cell {
        int requestBytes = workload.requestBytes();
        if (requestBytes < MIN_BYTES || requestBytes > MAX_BYTES) {
            throw new IllegalArgumentException(
                    "size must be from %d to %d bytes, was %d".formatted(MIN_BYTES, MAX_BYTES, requestBytes));
        }
        if (workload.answerBytes() > MAX_BYTES) {
            throw new IllegalArgumentException(
                    "an answer has at most %d bytes, was %d".formatted(MAX_BYTES, workload.answerBytes()));
        }
    }

    /** A cell of this machine with the usual settings; asks the machine whether it can be measured. */
    public static Cell of(Transport transport, Workload workload) {
        return of(transport, workload, CellSettings.USUAL);
    }

    /** A cell of this machine; asks the machine whether it can be measured. */
    public static Cell of(Transport transport, Workload workload, CellSettings asked) {
        Cell fitted = new Cell(transport, workload, asked, Feasibility.UNKNOWN);
        for (Dimension dimension : Dimension.ALL) {
            fitted = dimension.fitted(fitted);
        }
        return fitted.with(Feasibility.here(fitted));
    }

    /** Returns a copy with another question, without asking this machine about it. */
    Cell asking(Workload other) {
        return new Cell(transport, other, settings, feasibility);
    }

    /** Returns a copy with other settings, without asking this machine about them. */
    Cell with(CellSettings others) {
        return new Cell(transport, workload, others, feasibility);
    }

    /** Returns a copy with another value of a setting, without asking this machine about it. */
    public <V> Cell with(Setting<V> setting, V value) {
        return new Cell(transport, workload, settings.with(setting, value), feasibility);
    }

    /** Returns a copy with a variant. */
    public Cell withVariant(Variant other) {
        return with(Dimension.VARIANT, other);
    }

    /** Returns a copy over another transport, without asking this machine about it. */
    public Cell over(Transport other) {
        return new Cell(other, workload, settings, feasibility);
    }

    /** Returns a copy with the feasibility on another machine. */
    public Cell with(Feasibility other) {
        return new Cell(transport, workload, settings, other);
    }

    /** Returns a copy that cannot be measured if the machine does not grant its peers what they need. */
    public Cell within(Grants grants) {
        if (obstacle().isPresent()) {
            return this;
        }
        if (grants.to(transport) instanceof Unavailable lack) {
            return with(Feasibility.without(CellStatus.UNAVAILABLE, lack.toString()));
        }
        Clients clients = clients();
        int threads = clients.number() > 1 && clients.serving() == Serving.THREADS ? clients.number() : 0;
        int connections = clients.number() + clients.idle();
        return grants.to(() -> workload.needs(transport, maxMessageBytes(), bufferSizeBytes(), connections), threads)
                        instanceof Unavailable lack
                ? with(Feasibility.without(CellStatus.UNSUPPORTED, lack.toString()))
                : this;
    }

    /**
     * Returns a copy that cannot be measured if its scheduling class does not let it.
     *
     * @param longest for how long a thread in a class for realtime may compute without waiting
     */
    public Cell within(Duration longest, long warmUpNanos) {
        return obstacle().isPresent()
                ? this
                : SchedulerDimension.outlasting(this, longest, warmUpNanos)
                        .map(obstacle -> with(new Feasibility(Optional.of(obstacle), OptionalLong.empty())))
                        .orElse(this);
    }

    /** Why this cell cannot be measured here; empty if it can. */
    public Optional<Obstacle> obstacle() {
        return feasibility.obstacle();
    }

    /** Whether its placement is the only obstacle, which then holds for all other cells with that placement. */
    public boolean lacksItsPlacement() {
        return obstacle()
                .filter(obstacle -> obstacle.reason().equals(placement().obstacle()))
                .isPresent();
    }

    /** Whether a peer would keep the only CPU busy that the other one needs, which measures nothing but time slices. */
    public boolean spinsOnOneCpu() {
        return PlaceDimensions.spinsOnOneCpu(this);
    }

    /** Size of a message, or of a block that the workload cuts into messages, in bytes. */
    public int requestBytes() {
        return workload.requestBytes();
    }

    /** Whether sizes say anything: a server of the user's is asked what it is asked, however long that is. */
    public boolean hasSizes() {
        return !transport.traits().hasForeignServer();
    }

    /** The size behind a comma, for lines about a cell; empty if it says nothing. */
    public String sizeInWords() {
        return hasSizes() ? ", %d bytes".formatted(requestBytes()) : "";
    }

    /** Size of the largest message on the way, in bytes. */
    public int maxMessageBytes() {
        return workload.maxMessageBytes(transport.traits().sizeLimit().maximumBytes());
    }

    /**
     * What peers are to measure, with a workload that is this cell's but for its round or rate.
     *
     * @param warmUpNanos the longest warm-up, in nanoseconds
     * @param meterNanos for how long to look for the machine's stalls afterwards, in nanoseconds
     */
    public Task task(Workload measured, long warmUpNanos, long meterNanos) {
        return new Task(
                measured,
                maxMessageBytes(),
                bufferSizeBytes(),
                session -> session.spinning(spin().nanos())
                        .sending(channel())
                        .lockingMemory(settings.get(Dimension.LOCKED_MEMORY)),
                settings.get(Dimension.SCHEDULER),
                warmUpNanos,
                meterNanos);
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
     * How many messages may have been sent and not received yet; empty if the transport does not know, and if nothing can be
     * measured.
     */
    public OptionalLong inFlight() {
        return feasibility.inFlight();
    }

    /** Name of the question in files. */
    public String workloadName() {
        return workload.label();
    }

    /** The requested size of the transport's buffer, in bytes; {@link #DEFAULT_BUFFER} for the transport's default. */
    public int bufferSizeBytes() {
        return settings.get(Dimension.BUFFER);
    }

    /** Where the peers run. */
    public Placement placement() {
        return settings.get(Dimension.PLACEMENT);
    }

    /** The placement as the user wrote it. */
    public String placementName() {
        return placement().label();
    }

    /** The number of the server's clients, and how they and the server are made. */
    public Clients clients() {
        return settings.clients().withChannels(workload.channels());
    }

    /** For how long a receiver looks for a message before it sleeps. */
    public Spin spin() {
        return settings.get(Dimension.SPIN);
    }

    /** How its channels send. */
    public ChannelOptions channel() {
        return ChannelDimensions.options(settings);
    }

    /** What passes the bytes on between client and server. */
    public Relay relay() {
        return new Relay(List.of(), settings.get(Dimension.RELAY), relayHops());
    }

    /** How many relays stand in a row, if there is one. */
    public int relayHops() {
        return settings.get(Dimension.RELAY_HOPS);
    }

    /** One of the variants that a run compares; {@link Variant#NONE} if it compares none. */
    public Variant variant() {
        return settings.get(Dimension.VARIANT);
    }

    /** The name of the variant; empty if there is none. */
    public String variantName() {
        return variant().label();
    }

    /** The machine, if results of several are put together; empty for this machine. */
    public String host() {
        return settings.get(Dimension.HOST);
    }
}
