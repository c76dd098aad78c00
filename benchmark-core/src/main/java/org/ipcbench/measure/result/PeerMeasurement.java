package org.ipcbench.measure.result;

import com.google.gson.annotations.SerializedName;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.ipcbench.measure.result.Measurement.IdleMemory;
import org.ipcbench.measure.result.Measurement.IdleMemory.OfPeer;
import org.ipcbench.measure.sample.Recorder.Notice;
import org.ipcbench.measure.sample.Sampling;
import org.ipcbench.measure.sample.WorkTime;
import org.jspecify.annotations.Nullable;

/**
 * The figures of one peer in one iteration.
 *
 * @param connections figures of each connection, in their order; empty for an auxiliary process
 * @param cost what the measured part cost this peer
 * @param sampling the sampling rule; only a client chooses one, and of several connections' rules the most expensive
 *     one counts
 * @param connectNanos time to open the connections, including the token's proof, in nanoseconds
 * @param conditions conditions under which this peer measured
 * @param collections the garbage collections of its JVM; null unless its heap was declared to be loaded
 * @param allocatedShare what its JVM allocated of the declared load of its heap; null if none was declared
 * @param idle memory of its ends of connections that say nothing; null if there are none
 * @param attempts what it knows of connects; null unless all clients meet at one listening socket
 * @param started what the servers cost that it started for its requests; null unless it did
 * @param notice what it found out about the other peer's end, or when it ended itself; null for other questions
 * @param worked what it did as one of several server processes; null if it was the only one
 */
public record PeerMeasurement(
        List<ConnectionMeasurement> connections,
        Cost cost,
        Sampling sampling,
        long connectNanos,
        @SerializedName("circumstances") MeasurementConditions conditions,
        @Nullable List<Collection> collections,
        @Nullable Double allocatedShare,
        @Nullable OfPeer idle,
        @Nullable ConnectAttempts attempts,
        @Nullable Cost started,
        @Nullable Notice notice,
        @Nullable Worked worked) {

    /**
     * What one of several server processes did.
     *
     * @param messages number of requests that it answered
     * @param waits number of times that it waited for one; {@link Count#UNKNOWN} if the kernel does not tell
     * @param work what its work for each request took; null if it did none
     */
    public record Worked(
            long messages, long waits, @Nullable WorkTime work) {}

    /** The figures of one of several server processes. */
    public PeerMeasurement(Worked worked, Cost cost, MeasurementConditions conditions) {
        this(List.of(), cost, Sampling.NONE, 0, conditions, null, null, null, null, null, null, worked);
    }

    /** The figures of a peer that shares no requests. */
    public PeerMeasurement(
            List<ConnectionMeasurement> connections,
            Cost cost,
            Sampling sampling,
            long connectNanos,
            MeasurementConditions conditions,
            @Nullable List<Collection> collections,
            @Nullable Double allocatedShare,
            @Nullable OfPeer idle,
            @Nullable ConnectAttempts attempts,
            @Nullable Cost started,
            @Nullable Notice notice) {
        this(
                connections,
                cost,
                sampling,
                connectNanos,
                conditions,
                collections,
                allocatedShare,
                idle,
                attempts,
                started,
                notice,
                null);
    }

    public PeerMeasurement {
        connections = List.copyOf(connections);
    }

    /** The figures of a peer whose collections nobody asked for. */
    public PeerMeasurement(
            List<ConnectionMeasurement> connections,
            Cost cost,
            Sampling sampling,
            long connectNanos,
            MeasurementConditions conditions) {
        this(connections, cost, sampling, connectNanos, conditions, null, null, null, null, null, null);
    }

    /** What a peer tells of an end, and nothing else. */
    public static PeerMeasurement of(Notice notice) {
        return new PeerMeasurement(
                List.of(),
                Cost.NONE,
                Sampling.NONE,
                0,
                MeasurementConditions.UNKNOWN,
                null,
                null,
                null,
                null,
                null,
                notice);
    }

    /**
     * A garbage collection.
     *
     * @param startNanos its beginning at the earliest, by the machine's monotonic clock, in nanoseconds
     * @param endNanos its end at the latest
     * @param besideThreads whether it works beside the JVM's threads, whose pauses are collections of their own; else it stops them
     */
    public record Collection(long startNanos, long endNanos, boolean besideThreads) {
        /** A collection that stops the JVM. */
        public Collection(long startNanos, long endNanos) {
            this(startNanos, endNanos, false);
        }

        Collection ahead(long byNanos) {
            return new Collection(startNanos + byNanos, endNanos + byNanos, besideThreads);
        }
    }

    /** Returns a copy by a clock that is ahead by this, in nanoseconds. */
    public PeerMeasurement ahead(long byNanos) {
        return new PeerMeasurement(
                connections.stream().map(each -> each.ahead(byNanos)).toList(),
                cost,
                sampling,
                connectNanos,
                conditions.ahead(byNanos),
                collections == null
                        ? null
                        : collections.stream().map(each -> each.ahead(byNanos)).toList(),
                allocatedShare,
                idle,
                attempts,
                started,
                notice,
                worked);
    }

    /** Returns a copy with other conditions. */
    public PeerMeasurement under(MeasurementConditions others) {
        return new PeerMeasurement(
                connections,
                cost,
                sampling,
                connectNanos,
                others,
                collections,
                allocatedShare,
                idle,
                attempts,
                started,
                notice,
                worked);
    }

    /** The earliest start of a measured part, in nanoseconds. */
    public long startNanos() {
        return connections.stream()
                .mapToLong(ConnectionMeasurement::startNanos)
                .min()
                .orElse(0);
    }

    /** The latest end of a measured part, in nanoseconds. */
    public long endNanos() {
        return connections.stream()
                .mapToLong(each -> each.startNanos() + each.elapsedNanos())
                .max()
                .orElse(0);
    }

    /** The last reading of the clock, in nanoseconds. */
    public long lastMarkNanos() {
        List<Mark> marks = conditions.marks();
        return marks.isEmpty() ? endNanos() : marks.get(marks.size() - 1).nanos();
    }

    /** Time from the earliest start of a measured part to the latest end, in nanoseconds. */
    public long elapsedNanos() {
        return endNanos() - startNanos();
    }

    /**
     * Adds to the measurement what all peers together say of connections: attempts, and memory of those that say nothing.
     *
     * @param server the server's figures; empty if one peer plays both roles
     */
    public static void addTo(
            Measurement.Draft iteration, List<PeerMeasurement> clients, Optional<PeerMeasurement> server) {
        List<ConnectAttempts> attempts = Stream.concat(clients.stream(), server.stream())
                .flatMap(peer -> Stream.ofNullable(peer.attempts))
                .toList();
        iteration
                .attempts(attempts.isEmpty() ? null : ConnectAttempts.ofAll(attempts))
                .idle(idle(
                        clients.get(0).idle, server.map(PeerMeasurement::idle).orElse(null)));
    }

    private static @Nullable IdleMemory idle(@Nullable OfPeer ofClient, @Nullable OfPeer ofServer) {
        return ofClient == null || ofServer == null ? null : new IdleMemory(ofClient, ofServer);
    }
}
