package org.ipcbench.control;

import java.time.Duration;
import java.util.List;
import org.ipcbench.measure.result.PeerMeasurement;
import org.ipcbench.transport.Session;
import org.ipcbench.workload.Serving;
import org.ipcbench.workload.Workload;

/**
 * What launcher and peers say to each other. One pair may get several assignments, one after the other, and a server with several
 * clients has the same stages as one with a single client:
 *
 * <pre>
 * launcher           server                         each client
 *
 * Assign         →   listens
 *                ←   Ready (addresses)
 * Assign         →                                  takes it
 *                ←                                  Ready
 *                    accepts, proves the clocks  ⇄  connects, proves the clocks
 *                ←                                  Connected
 * AllConnected   →                                  (no client warms up before all are connected)
 *                    serves the warm-up          ⇄  warms up
 *                ←   Armed, and receives at once    Armed
 * Go             →                                  begins
 *                    measured part               ⇄  measured part
 *                    takes the Go
 *                    proves the clocks           ⇄  proves the clocks
 *                ←   Finished                       Finished
 * </pre>
 *
 * <p>The server does not wait for its Go before the measured part, but after it: it must already receive when the first client
 * begins. Until then the Go only tells it that the launcher is alive. Instead of any of its messages a peer may send Failed. At
 * last, each gets Stop.
 *
 * <p>An auxiliary process is assigned once, before the server: Assign → Ready, then for every measured part Go → Armed → Over →
 * Finished.
 */
public sealed interface ControlMessage {

    /**
     * To a peer: what to do next.
     *
     * @param transport id of the transport
     * @param workload the question
     * @param session what all peers share
     * @param share which of the session's connections the peer has
     * @param warmUpNanos the longest warm-up, in nanoseconds
     * @param furtherCpus where the other processes of the measurement may run, as the kernel lists CPUs; empty if there are
     *     none yet
     */
    record Assign(
            String transport,
            Workload workload,
            Session session,
            ConnectionShare share,
            long warmUpNanos,
            String furtherCpus)
            implements ControlMessage {
        /** To a peer before which no other one runs. */
        public Assign(String transport, Workload workload, Session session, ConnectionShare share, long warmUpNanos) {
            this(transport, workload, session, share, warmUpNanos, "");
        }
    }

    /**
     * The connections of a session that one of its peers has.
     *
     * @param first the first of them among the session's, from 0
     * @param number how many there are
     * @param addresses where the server listens, for each of them; empty in the server's own assignment
     * @param serving how a server serves them
     */
    record ConnectionShare(int first, int number, List<String> addresses, Serving serving) {
        /** An auxiliary process has no connection. */
        public static final ConnectionShare NONE = new ConnectionShare(0, 0, List.of(), Serving.THREADS);

        /** The share of a server with a single client. */
        public static final ConnectionShare SERVER_OF_ONE = ofServer(1, Serving.THREADS);

        public ConnectionShare {
            addresses = List.copyOf(addresses);
        }

        /** A server has all connections. */
        public static ConnectionShare ofServer(int connections, Serving serving) {
            return new ConnectionShare(0, connections, List.of(), serving);
        }

        /** A client connects to these addresses. */
        public static ConnectionShare ofClient(int first, List<String> addresses) {
            return new ConnectionShare(first, addresses.size(), addresses, Serving.THREADS);
        }
    }

    /**
     * From a peer: it has understood its assignment, and a server listens.
     *
     * @param addresses where a server listens, for each connection of the session; empty from others
     * @param cpus the CPUs the peer may really run on, as the kernel lists them, for example {@code 0-1,4}; empty if
     *     the kernel does not tell
     * @param memoryPolicy where its memory comes from, as the kernel shows it, for example {@code bind:0}; may be empty
     */
    record Ready(List<String> addresses, String cpus, String memoryPolicy) implements ControlMessage {
        public Ready {
            addresses = List.copyOf(addresses);
        }

        /** Where a server with a single client listens. */
        public String address() {
            return addresses.get(0);
        }
    }

    /** From a client: all of its connections are made and proven. */
    record Connected() implements ControlMessage {}

    /** To a client: the other clients are connected, too; it may warm up. */
    record AllConnected() implements ControlMessage {}

    /**
     * From a peer: connected and warmed up. A client waits for {@link Go}; a server is already waiting for the client's first
     * message. From an auxiliary process, in answer to {@link Go}: CPU time counts from now on.
     */
    record Armed() implements ControlMessage {}

    /** To a peer: the measured part begins. */
    record Go() implements ControlMessage {}

    /** To an auxiliary process: the measured part is over. */
    record Over() implements ControlMessage {}

    /** From a peer, at most twice a second: messages counted so far in this phase. */
    record Heartbeat(long messages) implements ControlMessage {
        /** From one heartbeat to the next, unless {@link #INTERVAL_PROPERTY} says otherwise. */
        public static final Duration INTERVAL = Duration.ofMillis(500);

        /** A system property of a peer: the milliseconds between two heartbeats. */
        public static final String INTERVAL_PROPERTY = "ipcbench.heartbeat.millis";
    }

    /**
     * From a peer: the measured part is over.
     *
     * @param pauseNanos the longest time in it for which the process stood still, in nanoseconds; 0 if it did not
     */
    record Finished(PeerMeasurement measurement, long pauseNanos) implements ControlMessage {}

    /** From a peer: it could not do what was assigned. */
    record Failed(String reason) implements ControlMessage {}

    /** To a peer: end. */
    record Stop() implements ControlMessage {}
}
