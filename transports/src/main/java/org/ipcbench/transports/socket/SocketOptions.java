package org.ipcbench.transports.socket;

import java.io.IOException;
import java.net.SocketAddress;
import java.net.StandardSocketOptions;
import java.nio.channels.SocketChannel;
import org.ipcbench.transport.Channel;
import org.ipcbench.transport.Session;
import org.ipcbench.transports.stream.AuthenticatedSocket;
import org.ipcbench.transports.stream.SocketBuffers;
import org.ipcbench.transports.stream.StreamChannel;

/** How both ends of a socket are set before they carry messages. */
enum SocketOptions {
    /** Small messages leave at once instead of waiting for an acknowledgement. */
    TCP {
        @Override
        void set(SocketChannel socket) throws IOException {
            socket.setOption(StandardSocketOptions.TCP_NODELAY, true);
        }

        @Override
        StreamChannel stream(SocketChannel socket, Session session) {
            return session.messageSizeBytes() < SMALLEST_FOR_BULK_BYTES && session.bufferSizeBytes() == 0
                    ? StreamChannel.messageByMessage(socket, socket, session.messageSizeBytes())
                    : super.stream(socket, session);
        }
    },
    UNIX {
        @Override
        void set(SocketChannel socket) {
            // a Unix socket delays nothing
        }
    };

    /**
     * A TCP receiver that takes many small messages at once is soon asleep, and waking it for the next one costs the
     * sender more than the call does. Only with the kernel's own buffer: a small one that empties bit by bit is opened again
     * for the sender by its timer alone.
     */
    private static final int SMALLEST_FOR_BULK_BYTES = 4096;

    abstract void set(SocketChannel socket) throws IOException;

    StreamChannel stream(SocketChannel socket, Session session) {
        return new StreamChannel(socket, socket, session.messageSizeBytes());
    }

    Channel channel(SocketChannel socket, Session session) throws IOException {
        set(socket);
        SocketBuffers.set(socket, session);
        return stream(socket, session);
    }

    /** Connects, and proves the session's token. */
    Channel connect(SocketAddress address, Session session) throws IOException {
        return AuthenticatedSocket.prove(SocketChannel.open(address), address, session, this::channel);
    }
}
