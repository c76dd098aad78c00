package org.ipcbench.transports.zmq;

import java.io.Closeable;
import java.io.IOException;
import java.net.ProtocolFamily;
import java.nio.channels.DatagramChannel;
import java.nio.channels.Pipe;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.channels.spi.AbstractSelector;
import java.nio.channels.spi.SelectorProvider;
import org.jspecify.annotations.Nullable;

/**
 * Captures the socket on which a ZeroMQ socket listens, to close it without its connections: if JeroMQ unbinds, it also
 * ends the connections that were accepted there. The socket is closed when JeroMQ's thread next polls for events.
 */
final class ListeningSocket extends SelectorProvider implements Closeable {
    private final SelectorProvider system = SelectorProvider.provider();
    private @Nullable ServerSocketChannel socket;

    @Override
    public ServerSocketChannel openServerSocketChannel() throws IOException {
        socket = system.openServerSocketChannel();
        return socket;
    }

    @Override
    public ServerSocketChannel openServerSocketChannel(ProtocolFamily family) throws IOException {
        socket = system.openServerSocketChannel(family);
        return socket;
    }

    /** Closes the socket, so that no further connection is accepted; does nothing if there is no listening socket. */
    @Override
    public void close() throws IOException {
        if (socket != null) {
            socket.close();
        }
    }

    @Override
    public SocketChannel openSocketChannel() throws IOException {
        return system.openSocketChannel();
    }

    @Override
    public DatagramChannel openDatagramChannel() throws IOException {
        return system.openDatagramChannel();
    }

    @Override
    public DatagramChannel openDatagramChannel(ProtocolFamily family) throws IOException {
        return system.openDatagramChannel(family);
    }

    @Override
    public Pipe openPipe() throws IOException {
        return system.openPipe();
    }

    @Override
    public AbstractSelector openSelector() throws IOException {
        return system.openSelector();
    }
}
