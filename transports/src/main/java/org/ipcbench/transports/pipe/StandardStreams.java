package org.ipcbench.transports.pipe;

import java.io.IOException;
import java.nio.channels.ReadableByteChannel;
import java.nio.channels.WritableByteChannel;
import org.ipcbench.transport.Channel;
import org.ipcbench.transport.Listener;
import org.ipcbench.transport.Session;
import org.ipcbench.transport.Transport;

/** A transport over the server's standard input and output, whose bytes somebody else may make channels of. */
public interface StandardStreams extends Transport {

    /** Makes the channel of a session from both directions, whose two sides have authenticated each other. */
    @FunctionalInterface
    interface AuthenticatedStream {

        /** Takes both directions over, whose bytes are in direct buffers. */
        Channel channel(ReadableByteChannel source, WritableByteChannel sink, Session session) throws IOException;
    }

    /** As {@link #listen(Session)}, but the stream makes the channel. */
    Listener listen(Session session, AuthenticatedStream stream) throws IOException;

    /** As {@link #connect(Session, String)}, but the stream makes the channel. */
    Channel connect(Session session, String address, AuthenticatedStream stream) throws IOException;
}
