package org.ipcbench.transport;

import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * One way to move messages between two processes; it has its own line in a chart.
 *
 * <p>Implementations are found by {@link java.util.ServiceLoader}, have a public constructor without arguments that
 * does no work, and do not depend on clocks, recorders, options or processes.
 */
public interface Transport {

    /** The transport's names and its position in lists. */
    TransportInfo info();

    /** The id, as the user types it. */
    default String id() {
        return info().id();
    }

    Traits traits();

    /**
     * Number of messages that a sender at full speed may be ahead of its receiver: sent and not yet received. Empty if
     * only a {@linkplain Channel#room connection} knows, for example because the kernel's own accounting of a pipe or a socket decides.
     *
     * @param messageBytes size of every message, in bytes
     * @param bufferBytes requested size of the transport's buffer, in bytes; 0 leaves the default
     */
    default OptionalLong inFlight(int messageBytes, int bufferBytes) {
        return OptionalLong.empty();
    }

    /**
     * Number of messages that each direction of a connection certainly takes while its receiver takes none; 0 if no number is certain.
     * A transport without the trait {@link Trait#DUPLEX} is not asked for more requests under way; its channels say the same when they
     * are {@linkplain Channel#room asked}.
     *
     * @param messageBytes size of the largest message, in bytes
     * @param bufferBytes requested size of the transport's buffer, in bytes; 0 leaves the default
     * @param connections number of connections of the session, which may share what a user may have
     */
    default long room(int messageBytes, int bufferBytes, int connections) {
        return connections == 1 ? inFlight(messageBytes, bufferBytes).orElse(0) : 0;
    }

    /**
     * The least that a session takes of what the machine limits. What is shared with other processes, such as the ports in use, is not
     * considered.
     *
     * @param messageBytes size of the largest message, in bytes
     * @param bufferBytes requested size of the transport's buffer, in bytes; 0 leaves the default
     * @param connections number of connections of the session
     * @throws IOException if no session can have such a buffer; the message says which buffer it can have
     */
    default Needs needs(int messageBytes, int bufferBytes, int connections) throws IOException {
        return Needs.NOTHING;
    }

    /** Whether this machine offers the transport; one that needs nothing but the JDK is available everywhere. */
    default Availability availability() {
        return Availability.available();
    }

    /**
     * Refuses a system property of the transport's own that no peer could use.
     *
     * @param jvmArguments arguments that the user gave the peers' JVM
     * @throws IllegalArgumentException if there is one; the message names what is allowed
     */
    default void requireUsable(List<String> jvmArguments) {}

    /**
     * What such properties choose on this machine, in words, such as a file and its file system; empty if there is nothing to choose.
     *
     * @param jvmArguments arguments that the user gave the JVM of peers that run on this machine
     * @param temporary the directory of scratch directories
     * @throws IllegalArgumentException if the choice is not there; the message names it
     */
    default Optional<String> chosen(List<String> jvmArguments, Path temporary) {
        return Optional.empty();
    }

    /**
     * Whether this machine can run the program that a client {@linkplain Trait#STARTS_SERVER starts} for each request.
     *
     * @param program as of {@link Session.ChannelOptions#program()}
     */
    default Availability canStart(String program) {
        return Availability.unavailable("starts no program", "omit --program");
    }

    /** The arguments that a peer's JVM needs on its command line. */
    default List<String> jvmArguments() {
        return List.of();
    }

    /** The helper that has to run in a separate process while peers use this transport; most transports need none. */
    default Optional<Auxiliary> auxiliary() {
        return Optional.empty();
    }

    /**
     * Removes what sessions of this directory left outside it because a process was killed before it could clean up: a
     * file elsewhere, or a kernel object that outlives processes. Called before the directory is deleted, in any
     * process and possibly more than once; the transport keeps its records in files in the directory.
     */
    default void removeLeftOvers(Path scratchDirectory) throws IOException {}

    /** The id by which peers find it; that of a server of the user's says where its host was found. */
    default String idForPeers() {
        return id();
    }

    /** The programs that are this transport's peers; empty if peers are JVMs, which call {@link #listen} and {@link #connect}. */
    default Optional<OwnPeers> ownPeers() {
        return Optional.empty();
    }

    /** Starts listening; called in the server. */
    Listener listen(Session session) throws IOException;

    /**
     * Listens for all connections of a session at one socket, whose queue is {@link Session#backlog()} long; called in the server instead
     * of {@link #listen}, if the transport has the trait {@link Trait#SHARED_LISTENER}.
     *
     * @return a listener for each connection, in their order, which accepts the client that names this connection
     */
    default List<Listener> listenTogether(Session session) throws IOException {
        throw new UnsupportedOperationException(id() + " has a listener for each connection");
    }

    /**
     * Listens for all connections of a session, which one thread will serve; called in the server instead of {@link
     * #listen}, if the transport is {@link Trait#SELECTABLE} or has a {@link Trait#SHARED_QUEUE}.
     */
    default MultiplexedListener listenMultiplexed(Session session) throws IOException {
        throw new UnsupportedOperationException(id() + " has a thread for each connection");
    }

    /** What it has of its own to serve several subscribers of a publisher; empty if each needs a channel. */
    default Optional<FanOut> fanOut() {
        return Optional.empty();
    }

    /**
     * Why several server processes cannot share what clients send; empty if they can.
     *
     * @param messageBytes size of the largest request, in bytes
     */
    default Optional<String> lackForWorkers(Session.Workers workers, int messageBytes) {
        return Optional.of(
                traits().has(Trait.SHARED_MEMORY) || traits().has(Trait.IN_PLACE)
                        ? "a ring has one reader, whose position no other process moves; omit --workers"
                        : "a connection has one server process; omit --workers");
    }

    /**
     * Listens in one of {@link Session#all() several server processes}, instead of {@link #listen}. With the trait {@link
     * Trait#SHARED_REQUESTS}, each process accepts once; else one client after the other, each of which is served by the process that
     * has accepted it.
     *
     * @param ticket of the first process; empty in the first process
     */
    default Listener listenAmong(Session session, String ticket) throws IOException {
        throw new UnsupportedOperationException(id() + " has one server process");
    }

    /** Connects to the address a listener chose and proves the session's token; called in the client. */
    Channel connect(Session session, String address) throws IOException;

    /**
     * Programs that move messages their own way, and speak the launcher's control protocol (docs/peer-protocol.md).
     *
     * @param server the words of the server's command
     * @param client the words of the client's command
     * @param questions names of the questions that they measure
     * @param options options whose values they take from a session
     */
    public record OwnPeers(List<String> server, List<String> client, List<String> questions, List<String> options) {
        public OwnPeers {
            server = List.copyOf(server);
            client = List.copyOf(client);
            questions = List.copyOf(questions);
            options = List.copyOf(options);
        }
    }

    /**
     * A helper that a transport needs besides both peers, for example a broker or a driver. The launcher runs the auxiliary
     * in a separate process, where it is found by the transport's id, and ends that process after the peers.
     */
    public interface Auxiliary {

        /**
         * Starts the auxiliary, before any server listens; returns once peers can use it.
         *
         * @param session the first session; later sessions share its scratch directory and are served as well
         * @return a handle whose closing ends the auxiliary and removes what it made; the auxiliary's threads run until
         *     then
         */
        Closeable start(Session session) throws IOException;
    }
}
