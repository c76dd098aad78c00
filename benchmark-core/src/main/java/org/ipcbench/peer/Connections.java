package org.ipcbench.peer;

import java.io.Closeable;
import java.io.IOException;
import java.util.List;
import java.util.function.DoubleSupplier;
import org.ipcbench.measure.meter.CostMeter;
import org.ipcbench.measure.result.Cost;

/**
 * The connections of a peer on their way through the stages of an assignment: all connections end a stage before one of
 * them begins the next, and each method returns at the end of its stage. Implementations differ in the threads that do
 * the work. The calling thread does the work for a single connection, and for connections multiplexed by one thread;
 * otherwise each connection has its own thread.
 */
sealed interface Connections extends Closeable permits SingleConnection, ThreadPerConnection, MultiplexedConnections {

    /** A message that the calling thread sends between the start of a stage and its end. */
    @FunctionalInterface
    interface Announcement {
        /** Sends nothing. */
        Announcement NONE = () -> {};

        void make() throws IOException;
    }

    /** All connections, in the session's order. */
    List<? extends Connection> all();

    /**
     * Connects or accepts, and proves the clocks for the first time.
     *
     * @param begun announcement made before the calling thread begins to wait; the connections' own threads have begun
     *     already
     */
    void open(Announcement begun) throws IOException, InterruptedException;

    /**
     * Warms up.
     *
     * @param limitNanos time limit for a client, in nanoseconds; a server follows its client
     * @param sampleCost what a sample costs a client, in nanoseconds; asked for once the connection is warm
     */
    void warmUp(long limitNanos, DoubleSupplier sampleCost) throws IOException, InterruptedException;

    /**
     * Runs the measured part.
     *
     * @param begun as in {@link #open}
     */
    void measure(Announcement begun) throws IOException, InterruptedException;

    /** The cost of the measured part; to be called at its end. */
    Cost cost(CostMeter meter);

    /** Answers clients that have not received the last answer, and proves the clocks for the last time. */
    void settle() throws IOException, InterruptedException;

    /** Returns the failure of a stage; if there are several connections, with the one that failed. */
    Throwable named(Throwable failure);

    /** The last stage. After a failure it closes only resources that no other thread uses. */
    @Override
    void close() throws IOException;
}
