package org.ipcbench.transport;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * One way to move messages between two processes; a person would plot it as a line of its own.
 *
 * <p>Implementations are found by {@link java.util.ServiceLoader}, have a public constructor without arguments that
 * does no work, and know neither clock nor recorder, options or processes.
 */
public interface Transport {

    /** The transport's names and its place in lists. */
    TransportInfo info();

    /** What the user types. */
    default String id() {
        return info().id();
    }

    Traits traits();

    /**
     * How many messages a sender at full speed may be ahead of its receiver: sent and not yet received. Empty where the
     * transport does not know, as where the kernel's own account of a socket decides.
     *
     * @param messageBytes size of every message, in bytes
     * @param bufferBytes the size asked for of the transport's buffer, in bytes; 0 leaves the default
     */
    default OptionalLong inFlight(int messageBytes, int bufferBytes) {
        return OptionalLong.empty();
    }

    /** Whether this machine offers the transport; one that needs nothing but the JDK is available everywhere. */
    default Availability availability() {
        return Availability.available();
    }

    /** What a peer's JVM needs on its command line. */
    default List<String> jvmArguments() {
        return List.of();
    }

    /** What has to run in a process of its own while peers use this transport; most transports need nothing. */
    default Optional<Auxiliary> auxiliary() {
        return Optional.empty();
    }

    /**
     * Removes what sessions in this directory left outside it, where a process was killed before it could: a file
     * elsewhere, an object of the kernel that outlives processes. Called before the directory is deleted, in any process
     * and more than once; the transport keeps its records in files there.
     */
    default void removeLeftOvers(Path scratchDirectory) throws IOException {}

    /** Starts listening; called in the server. */
    Listener listen(Session session) throws IOException;

    /**
     * Listens for all connections of a session, which one thread will serve; called in the server instead of {@link #listen},
     * where a transport is {@link Trait#SELECTABLE} or has a {@link Trait#SHARED_QUEUE}.
     */
    default MultiplexedListener listenMultiplexed(Session session) throws IOException {
        throw new UnsupportedOperationException(id() + " has a thread for each connection");
    }

    /** Connects to the address a listener chose and proves the session's token; called in the client. */
    Channel connect(Session session, String address) throws IOException;
}
