package org.ipcbench.control;

import java.nio.file.Path;
import java.util.List;
import org.ipcbench.measure.result.PeerMeasurement;
import org.ipcbench.transport.Session;
import org.ipcbench.workload.Serving;
import org.ipcbench.workload.Workload;

/**
 * A message between the launcher and a peer. One pair may get several assignments, one after the other. A server with
 * several clients has the same stages as a server with a single client:
 *
 * <pre>
 * launcher           server                         each client
 *
 * Describe       →                                  (only to a peer behind a prefix, which gets no assignment)
 *                ←   Described                      Described
 * Identify       →                                  (only if its measuring thread has to be moved)
 *                ←   Identified                     Identified
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
 *                    looks for stalls               looks for stalls
 *                ←   Finished                       Finished
 * </pre>
 *
 * <p>The server does not wait for its Go before the measured part, but after it: it must already receive when the first
 * client begins. Until then the Go only tells it that the launcher is alive. Instead of any of its messages a peer may
 * send Failed. At the end, each peer gets Stop.
 *
 * <p>A peer whose counts the launcher cannot see sends Progress from time to time.
 *
 * <p>Several servers that share what clients send each get: Assign → Ready, AllConnected, then for every measured part Go → Armed → Over →
 * Finished.
 *
 * <p>An auxiliary process is assigned once, before the server: Assign → Ready, then for every measured part Go → Armed
 * → Over → Finished.
 */
public sealed interface ControlMessage {

    /**
     * To a peer behind a prefix: where does it run?
     *
     * @param probes files with a line of text, to each of which the peer adds a line if it sees it
     */
    record Describe(List<Path> probes) implements ControlMessage {
        public Describe {
            probes = List.copyOf(probes);
        }
    }

    /** From a peer: where it runs. */
    record Described(Surroundings surroundings) implements ControlMessage {}

    /** To a peer: which thread will measure? */
    record Identify() implements ControlMessage {}

    /**
     * From a peer: the thread that measures, or that starts the threads which do.
     *
     * @param threadId the kernel's identifier
     */
    record Identified(long threadId) implements ControlMessage {}

    /**
     * To a peer: its next assignment.
     *
     * @param transport id of the transport
     * @param workload the question
     * @param session the settings that all peers share
     * @param share the peer's share of the session's connections
     * @param warmUpNanos the longest warm-up, in nanoseconds
     * @param meterNanos for how long the peer looks for the machine's stalls after the measured part, in nanoseconds; 0 if it
     *     would hold up the other peer, or be held up by an auxiliary process
     * @param furtherCpus the CPUs on which the other processes of the measurement may run, in the kernel's notation;
     *     empty if there are none yet
     */
    record Assign(
            String transport,
            Workload workload,
            Session session,
            ConnectionShare share,
            long warmUpNanos,
            long meterNanos,
            String furtherCpus)
            implements ControlMessage {
        /** An assignment for the first process, before any other one runs, that does not look for stalls. */
        public Assign(String transport, Workload workload, Session session, ConnectionShare share, long warmUpNanos) {
            this(transport, workload, session, share, warmUpNanos, 0, "");
        }
    }

    /**
     * The share of a session's connections that belongs to one peer.
     *
     * @param first index of the first one in the session, from 0
     * @param number number of connections
     * @param addresses the server's address for each connection; empty in the server's own assignment. Of one of several server
     *     processes, what the first one has told
     * @param serving how a server serves the connections
     * @param idle number of further connections that say nothing
     * @param idleAddress the server's address for those; empty if there are none, and in the server's own assignment
     */
    record ConnectionShare(
            int first, int number, List<String> addresses, Serving serving, int idle, String idleAddress) {
        /** An auxiliary process has no connection. */
        public static final ConnectionShare NONE = new ConnectionShare(0, 0, List.of(), Serving.THREADS, 0, "");

        /** The share of a server with a single client. */
        public static final ConnectionShare SERVER_OF_ONE = ofServer(1, Serving.THREADS);

        public ConnectionShare {
            addresses = List.copyOf(addresses);
        }

        /** A server has all connections. */
        public static ConnectionShare ofServer(int connections, Serving serving) {
            return new ConnectionShare(0, connections, List.of(), serving, 0, "");
        }

        /** Returns a copy for a server that meets clients where another one does. */
        public ConnectionShare meetingAt(List<String> otherAddresses) {
            return new ConnectionShare(first, number, otherAddresses, serving, idle, idleAddress);
        }

        /** A client connects to these addresses. */
        public static ConnectionShare ofClient(int first, List<String> addresses) {
            return new ConnectionShare(first, addresses.size(), addresses, Serving.THREADS, 0, "");
        }

        /** Returns a copy with these idle connections. */
        public ConnectionShare idling(int connections, String address) {
            return new ConnectionShare(first, number, addresses, serving, connections, address);
        }
    }

    /**
     * From a peer: it has accepted its assignment, and a server listens.
     *
     * @param addresses the server's address for each connection of the session, and last the one for idle connections if there are any;
     *     empty from other processes
     * @param cpus the CPUs on which the peer's measuring thread may actually run, in the kernel's notation, for example
     *     {@code 0-1,4}; empty if the kernel does not tell
     * @param memoryPolicy the peer's memory policy, as the kernel shows it, for example {@code bind:0}; may be empty
     */
    record Ready(List<String> addresses, String cpus, String memoryPolicy) implements ControlMessage {
        public Ready {
            addresses = List.copyOf(addresses);
        }

        /** The address of a server with a single client. */
        public String address() {
            return addresses.get(0);
        }
    }

    /** From a client: all of its connections are made and proven. */
    record Connected() implements ControlMessage {}

    /** To a client: the other clients are connected as well, and it may warm up. */
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

    /** From a peer: the measured part is over. */
    record Finished(PeerMeasurement measurement) implements ControlMessage {}

    /**
     * From a peer whose counts the launcher cannot see: it goes on.
     *
     * @param messages number of messages that it has counted
     */
    record Progress(long messages) implements ControlMessage {}

    /** From a peer: its assignment failed. */
    record Failed(String reason) implements ControlMessage {}

    /** To a peer: end. */
    record Stop() implements ControlMessage {}
}
