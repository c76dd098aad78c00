package org.ipcbench.control;

import java.time.Duration;
import org.ipcbench.measure.PeerMeasurement;
import org.ipcbench.transport.Session;
import org.ipcbench.workload.Workload;

/**
 * What launcher and peers say to each other: assign → ready → armed → go → finished or failed → stop. One pair may get
 * several assignments, one after the other. An auxiliary process is assigned once, before the server: assign → ready,
 * then for every measured part go → armed → over → finished.
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
     */
    record Assign(String transport, Workload workload, Session session, String address, long warmUpNanos)
            implements ControlMessage {}

    /**
     * From a peer: it has understood its assignment, and a server listens.
     *
     * @param address where the server listens; empty from the client
     * @param cpus the CPUs the peer may really run on, as the kernel lists them, for example {@code 0-1,4}; empty where
     *     the kernel does not tell
     * @param memoryPolicy where its memory comes from, as the kernel shows it, for example {@code bind:0}; may be empty
     */
    record Ready(String address, String cpus, String memoryPolicy) implements ControlMessage {}

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
     */
    record Finished(PeerMeasurement measurement, long pauseNanos) implements ControlMessage {}

    /** From a peer: it could not do what was assigned. */
    record Failed(String reason) implements ControlMessage {}

    /** To a peer: end. */
    record Stop() implements ControlMessage {}
}
