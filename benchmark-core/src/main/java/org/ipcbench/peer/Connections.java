package org.ipcbench.peer;

import java.io.Closeable;
import java.io.IOException;
import java.util.List;
import org.ipcbench.measure.meter.CostMeter;
import org.ipcbench.measure.result.Cost;

/**
 * The connections of a peer on their way through the stages of an assignment: all connections end a stage before one of them
 * begins the next, and each method returns at the end of its stage. Implementations differ in the threads that do the work. The
 * calling thread itself does it for a single connection, and for all connections that one thread multiplexes; else each connection
 * has a thread of its own.
 */
sealed interface Connections extends Closeable permits SingleConnection, ThreadPerConnection, MultiplexedConnections {

    /** What the calling thread says between the beginning of a stage and its end. */
    @FunctionalInterface
    interface Announcement {
        /** Nothing has to be said. */
        Announcement NONE = () -> {};

        void make() throws IOException;
    }

    /** All of them, in their order among the session's. */
    List<? extends Connection> all();

    /**
     * Connects or accepts, and proves the clocks for the first time.
     *
     * @param begun made before the calling thread begins to wait; threads of the connections' own have begun already
     */
    void open(Announcement begun) throws IOException, InterruptedException;

    /**
     * Warms up.
     *
     * @param limitNanos how long a client may take for it, in nanoseconds; a server follows its client
     * @param sampleCostNanos what a sample costs a client, in nanoseconds
     */
    void warmUp(long limitNanos, double sampleCostNanos) throws IOException, InterruptedException;

    /**
     * The measured part.
     *
     * @param begun as in {@link #open}
     */
    void measure(Announcement begun) throws IOException, InterruptedException;

    /** What the measured part has cost, asked at its end. */
    Cost cost(CostMeter meter);

    /** Answers clients that have not received the last answer, and proves the clocks for the last time. */
    void settle() throws IOException, InterruptedException;

    /** The failure of a stage, with the connection that it concerns if there are several. */
    Throwable named(Throwable failure);

    /** The last stage. After a failure it closes only what no other thread uses. */
    @Override
    void close() throws IOException;
}
