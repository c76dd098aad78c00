package org.ipcbench.transport;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * One way to move messages between two processes; whatever a person would plot as a line of its own.
 *
 * <p>Implementations are found by {@link java.util.ServiceLoader}, have a public constructor without arguments that
 * does no work, and know neither clock nor recorder, options or processes.
 */
public interface Transport {

    /** The {@link #library()} of transports that need nothing but the JDK. */
    String JDK = "JDK";

    /** What the user types, lower case, for example {@code uds}. */
    String id();

    /** What it is, for people, for example {@code Unix domain stream socket}. */
    String title();

    /** The name it has in the CSV's first column. */
    String csvName();

    /** Groups it belongs to besides {@code all}. */
    Set<String> groups();

    /** Where it stands in lists and reports; lower comes first. */
    int order();

    Traits traits();

    Availability availability();

    /** The library that moves the messages, with its version; {@value #JDK} where it is the peers' own JDK. */
    default String library() {
        return JDK;
    }

    /** What a peer's JVM needs on its command line. */
    default List<String> jvmArguments() {
        return List.of();
    }

    /** What has to run in a process of its own while peers use this transport; most need nothing. */
    default Optional<Auxiliary> auxiliary() {
        return Optional.empty();
    }

    /**
     * Removes what sessions in this directory left outside it, where a process was killed before it could: a file
     * elsewhere, an object of the kernel that outlives processes. Called by whoever is about to delete the directory,
     * in any process and more than once; the transport keeps its records in files there.
     */
    default void removeLeftOvers(Path scratchDirectory) throws IOException {}

    /** Starts listening; called in the server. */
    Listener listen(Session session) throws IOException;

    /** Connects to the address a listener chose and proves the session's token; called in the client. */
    Channel connect(Session session, String address) throws IOException;
}
