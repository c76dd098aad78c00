package org.ipcbench.transport.endpoint;

import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import org.ipcbench.transport.Availability;
import org.ipcbench.transport.EndpointKind;
import org.ipcbench.transport.Library;
import org.ipcbench.transport.Session;
import org.ipcbench.transport.Transport;

/** A protocol over TCP and Unix sockets in which a client asks and a server answers. */
public interface EndpointProtocol extends EndpointKind {

    /** The scheme of addresses with a host; that of a Unix socket has {@value EndpointAddress#UNIX} behind it. */
    String scheme();

    /** What a client asks, for people, for example {@code HTTP/1.1, GET}. */
    String title();

    /** The library that asks. */
    Library library();

    /** The port of a server whose address has none. */
    int usualPort();

    /**
     * Refuses an address of the right form that such a server cannot have.
     *
     * @throws IllegalArgumentException if it is one
     */
    default void requireUsable(EndpointAddress address) {}

    /** The file of the server's Unix socket. */
    default Path socket(EndpointAddress address) {
        return Path.of(address.path());
    }

    default Availability availability() {
        return Availability.available();
    }

    /** As of {@link Transport#jvmArguments()}. */
    default List<String> jvmArguments() {
        return List.of();
    }

    /**
     * Connects, and proves to the server who the user is, by what the environment tells.
     *
     * @throws IOException with the server's own words if it refuses
     */
    Caller connect(EndpointAddress address, Session session) throws IOException;

    /** A connection, which one thread uses. */
    interface Caller extends Closeable {

        /**
         * Asks what the address says, and waits until the whole answer has come.
         *
         * @throws IOException with the server's own words if the answer is an error
         */
        void call() throws IOException;
    }

    @Override
    default Set<String> schemes() {
        return Set.of(scheme(), scheme() + EndpointAddress.UNIX);
    }

    @Override
    default Transport endpoint(String address) {
        EndpointAddress parsed = EndpointAddress.parse(address, usualPort());
        requireUsable(parsed);
        return new EndpointTransport(this, parsed);
    }
}
