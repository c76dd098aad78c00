package org.ipcbench.transports.stream;

import java.io.IOException;
import java.net.StandardSocketOptions;
import java.nio.channels.NetworkChannel;
import org.ipcbench.transport.Session;

/** The kernel's buffers of a socket, as the user asked for them. */
public final class SocketBuffers {
    /** What the user's buffer size sets. */
    public static final String DESCRIPTION = "SO_SNDBUF and SO_RCVBUF, which the kernel doubles and limits";

    private SocketBuffers() {}

    /** Sets both, or leaves both as the kernel has them. */
    public static void set(NetworkChannel socket, Session session) throws IOException {
        if (session.bufferSizeBytes() > 0) {
            socket.setOption(StandardSocketOptions.SO_SNDBUF, session.bufferSizeBytes());
            socket.setOption(StandardSocketOptions.SO_RCVBUF, session.bufferSizeBytes());
        }
    }
}
