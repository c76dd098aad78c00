package org.ipcbench.transport;

import com.google.gson.annotations.SerializedName;
import org.ipcbench.transport.Listener.ServerStarter;

/** A property of a transport that workloads, the launcher or tests have to know. */
public enum Trait {
    /** A committed message may be lost on the way; the transport's channels are {@link LossyChannel}s. */
    LOSSY,
    /** Message boundaries are kept, and a message of an unexpected length is an error. */
    DATAGRAM,
    /** {@link Channel#receive} fails once the other side has closed. */
    DETECTS_CLOSE,
    /** A peer that only sends, or one that only receives, does not find out within a second that the other process was killed. */
    HIDES_DEATH,
    /** {@link Channel#claim} and {@link Channel#receive} return the shared memory itself. */
    IN_PLACE,
    /**
     * A server process can have several connections at once, each with its own listener, channel and thread. Their
     * files in the scratch directory are named by {@link Session#nameOf}.
     */
    MANY_CLIENTS,
    /** One thread of a server can wait for the messages of all connections at once: {@link Transport#listenMultiplexed}. */
    SELECTABLE,
    /** Several clients of a server send into one queue, which one thread reads: {@link Transport#listenMultiplexed}. */
    SHARED_QUEUE,
    /** Several server processes can receive from one queue, which one client fills: {@link Transport#listenAmong}. */
    SHARED_REQUESTS,
    /** A listener of a session that {@linkplain Session#keepsListening() keeps listening} accepts one client after the other. */
    RECONNECTS,
    /** Such a listener may accept the next client while the channels of all earlier ones are open: thousands that say nothing. */
    IDLE_CONNECTIONS,
    /** All connections of a session can meet at one listening socket: {@link Transport#listenTogether}. */
    SHARED_LISTENER,
    /** All waiting is done by the JDK, so that a waiting virtual thread releases its carrier. */
    YIELDS_CARRIER,
    /**
     * One process reads or writes memory of the other, or both map the same memory, even if messages are copied in and
     * out. {@link #IN_PLACE} implies this trait.
     */
    SHARED_MEMORY,
    /**
     * The server's standard input and output carry the messages, so that a server process serves a single channel. Its address is
     * the id of the process that the launcher has given these streams: the server, or the prefix that passes them on.
     */
    OWNS_STANDARD_STREAMS,
    /**
     * The server puts something else in the place of its standard streams, which then carries the messages: the address is the
     * listener's own, and no prefix can pass the messages on.
     */
    REPLACES_STANDARD_STREAMS,
    /** The client's channels are {@link RequestChannel}s: a message and its answer may be one call of the library. */
    REQUESTS,
    /** The client's channels are {@link DuplexChannel}s: one thread may send while another one receives, so that any depth is possible. */
    DUPLEX,
    /** One thread uses both ends; the transport's channels are {@link InProcessChannel}s. Records have another name. */
    @SerializedName("ONE_PROCESS")
    IN_PROCESS,
    /** The ends are two threads of one process, which hand objects to each other. */
    BETWEEN_THREADS,
    /** Each end needs a process of its own. */
    BETWEEN_PROCESSES,
    /**
     * The client starts the server as a new process for each request: no JVM is the server's peer, and the client's listener is a
     * {@link ServerStarter}.
     */
    STARTS_SERVER,
    /**
     * The server is the user's own and runs already: no JVM is the server's peer, and the client's listener is a {@link ServerStarter}
     * that starts nothing.
     */
    FOREIGN_SERVER,
    /**
     * A receiver can look for a message again and again, for as long as {@link Session#spinNanos()}, before it sleeps; a
     * sender that waits for room sleeps at once. For a session without such a time the transport adds nothing to receiving.
     */
    BOUNDED_SPIN,
    /** Both ends set the options of {@link Session.ChannelOptions#tcp()}. */
    TCP_OPTIONS,
    /** A message can be sent by {@link Session.ChannelOptions#writes() two writes}. */
    SPLIT_WRITES,
    /** A message can be handed over in several {@link Session.ChannelOptions#parts() memory files}. */
    PARTS,
    /** The ends meet at the loopback interface, and nowhere else. */
    LOOPBACK,
    /** The ends meet at the address of {@link Session#serverAddress()}, so that nothing but a network has to connect them. */
    NETWORK,
    /**
     * The address is the path of a Unix stream socket, or a port of the loopback interface, and whoever listens elsewhere may pass on all
     * bytes that are sent, in both directions.
     */
    STREAM_SOCKET,
    /** The ends meet at a name of a network namespace, without a file and without a network. */
    NETWORK_NAMESPACE,
    /** The ends meet at an object of an IPC namespace: of System V, or a POSIX message queue. */
    IPC_NAMESPACE,
    /** An end names the other end's process, so that both need one PID namespace. */
    PROCESS_IDS
}
