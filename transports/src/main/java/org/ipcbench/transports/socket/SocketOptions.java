package org.ipcbench.transports.socket;

import java.io.IOException;
import java.net.SocketAddress;
import java.net.StandardSocketOptions;
import java.nio.channels.SocketChannel;
import org.ipcbench.transport.Channel;
import org.ipcbench.transport.Session;
import org.ipcbench.transports.stream.ProvenSocket;
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
    },
    UNIX {
        @Override
        void set(SocketChannel socket) {
            // a Unix socket delays nothing
        }
    };

    abstract void set(SocketChannel socket) throws IOException;

    Channel channel(SocketChannel socket, Session session) throws IOException {
        set(socket);
        SocketBuffers.set(socket, session);
        return new StreamChannel(socket, socket, session.messageSizeBytes());
    }

    /** Connects, and proves the session's token. */
    Channel connect(SocketAddress address, Session session) throws IOException {
        return ProvenSocket.prove(SocketChannel.open(address), address, session, this::channel);
    }
}
