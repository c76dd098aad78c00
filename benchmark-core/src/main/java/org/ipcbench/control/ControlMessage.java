package org.ipcbench.control;

import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.ipcbench.measure.PeerMeasurement;
import org.ipcbench.measure.ConnectionMeasurement;
import org.ipcbench.transport.Session;
import org.ipcbench.workload.Serving;
import org.ipcbench.workload.Workload;

/**
 * What launcher and peers say to each other: assign → ready → armed → go → finished or failed → stop. One pair may get
 * several assignments, one after the other. An auxiliary process is assigned once, before the server: assign → ready,
 * then for every measured part go → armed → over → finished.
 *
 * <p>Where a server has several clients, all of them connect before any is warmed up: assign → ready → connected → go → armed
 * → go → finished.
 */
public sealed interface ControlMessage {

    /**
     * To a peer: what to do next.
     *
     * @param transport id of the transport
     * @param workload the question
     * @param session what both peers share
     * @param address where the server listens; empty in the server's own assignment
     * @param warmUpNanos the longest warm-up, in nanoseconds
     * @param strands which of the session's connections the peer has, and how it drives them
     * @param furtherCpus where the other processes of the measurement may run, as the kernel lists CPUs; empty where there are
     *     none yet
     */
    record Assign(
            String transport,
            Workload workload,
            Session session,
            String address,
            long warmUpNanos,
            Strands strands,
            String furtherCpus)
            implements ControlMessage {
        /** For a peer whose only connection is driven by its measuring thread. */
        public Assign(String transport, Workload workload, Session session, String address, long warmUpNanos) {
            this(transport, workload, session, address, warmUpNanos, Strands.NONE, "");
        }
    }

    /**
     * The connections of a peer that drives each of them by a thread of its own.
     *
     * @param first the first of them among the session's, from 0
     * @param number how many there are; 0 where the only connection is driven by the measuring thread
     * @param addresses where the server listens, for each of them; empty in the server's own assignment
     * @param serving what kind of thread
     */
    record Strands(int first, int number, List<String> addresses, Serving serving) {
        public static final Strands NONE = new Strands(0, 0, List.of(), Serving.THREADS);

        public Strands {
            addresses = List.copyOf(addresses);
        }

        /** Whether there are any. */
        public boolean isEmpty() {
            return number == 0;
        }
    }

    /**
     * From a peer: it has understood its assignment, and a server listens.
     *
     * @param address where the server listens: at its first connection; empty from the client
     * @param cpus the CPUs the peer may really run on, as the kernel lists them, for example {@code 0-1,4}; empty where
     *     the kernel does not tell
     * @param memoryPolicy where its memory comes from, as the kernel shows it, for example {@code bind:0}; may be empty
     * @param furtherAddresses where a server of several clients listens for the others, in their order
     */
    record Ready(String address, String cpus, String memoryPolicy, List<String> furtherAddresses)
            implements ControlMessage {
        /** Of a peer that listens for one client, or for none. */
        public Ready(String address, String cpus, String memoryPolicy) {
            this(address, cpus, memoryPolicy, List.of());
        }

        /** The addresses of all connections. */
        public List<String> addresses() {
            return Stream.concat(Stream.of(address), furtherAddresses.stream()).toList();
        }
    }

    /** From a client among several: all of its connections are made and proven. */
    record Connected() implements ControlMessage {}

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
     * @param pauseNanos the longest time in it for which the process stood still, in nanoseconds; 0 where it did not
     * @param strands what each of its connections did, in their order; empty of a peer without {@link Strands}
     */
    record Finished(PeerMeasurement measurement, long pauseNanos, List<ConnectionMeasurement> strands)
            implements ControlMessage {
        public Finished {
            strands = List.copyOf(strands);
        }

        /** Of a peer with one connection, driven by its measuring thread. */
        public Finished(PeerMeasurement measurement, long pauseNanos) {
            this(measurement, pauseNanos, List.of());
        }
    }

    /** From a peer: it could not do what was assigned. */
    record Failed(String reason) implements ControlMessage {}

    /** To a peer: end. */
    record Stop() implements ControlMessage {}
}
