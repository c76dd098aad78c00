package org.ipcbench.transport;

/** What sets a transport apart, as far as workloads, launcher and tests have to know. */
public enum Trait {
    /** A committed message may be lost on the way; the transport's channels are {@link LossyChannel}s. */
    LOSSY,
    /** Message boundaries are kept, and a message of another length than expected is an error. */
    DATAGRAM,
    /** {@link Channel#receive} fails once the other side has closed. */
    DETECTS_CLOSE,
    /** {@link Channel#claim} and {@link Channel#receive} hand out the shared memory itself. */
    IN_PLACE,
    /**
     * A server process can have several connections at once, each with a listener, a channel and a thread of its own; what they
     * have in the scratch directory is named by {@link Session#nameOf}.
     */
    MANY_CLIENTS,
    /** One thread of a server can wait for the messages of all connections at once: {@link Transport#listenMultiplexed}. */
    SELECTABLE,
    /** Several clients of a server send into one queue, which one thread reads: {@link Transport#listenMultiplexed}. */
    SHARED_QUEUE,
    /** A listener of a session that {@linkplain Session#keepsListening() keeps listening} accepts one client after the other. */
    RECONNECTS,
    /** All waiting is the JDK's, so that a virtual thread gives its carrier back meanwhile. */
    YIELDS_CARRIER,
    /**
     * One process reads or writes memory of the other, or both map the same, also where messages are copied in and out;
     * {@link #IN_PLACE} implies it.
     */
    SHARED_MEMORY,
    /** The server's standard input and output carry the messages; such a server process serves one channel in its life. */
    OWNS_STANDARD_STREAMS,
    /** The client's channels are {@link RequestChannel}s: a message and its answer may be one call of the library. */
    REQUESTS,
    /** Both ends live on one thread of one process; the transport's channels are {@link InProcessChannel}s. */
    ONE_PROCESS
}
