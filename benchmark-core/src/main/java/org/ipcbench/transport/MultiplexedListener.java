package org.ipcbench.transport;

import java.io.Closeable;
import java.io.IOException;
import java.util.List;

/** The server's end of a transport before the clients have connected; one thread will serve them all. */
public interface MultiplexedListener extends Closeable {

    /** The address that each client connects to, in the order of the session's connections. */
    List<String> addresses();

    /**
     * Waits for all clients; each proves the session's token, as with {@link Listener#accept}.
     *
     * @throws java.io.IOException if a client did not prove it within the session's connect timeout
     */
    MultiplexedChannels accept() throws IOException;

    /**
     * Removes what listening created; does not close the channels that {@link #accept} returned. A second call does
     * nothing.
     */
    @Override
    void close() throws IOException;

    /**
     * The server's ends of several connections that one thread serves; the thread is told which connection has a message.
     */
    public interface MultiplexedChannels extends Closeable {

        /** One channel for each connection, in the order of the session's connections. */
        List<Channel> channels();

        /**
         * Waits until a connection has a message or its client has closed.
         *
         * @param length bytes of every message
         * @return the connection's index among the channels; {@link Channel#receive} of that channel does not wait now
         */
        int next(int length) throws IOException;

        /** Ends all connections. A second call does nothing. */
        @Override
        void close() throws IOException;
    }
}
