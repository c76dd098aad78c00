package org.ipcbench.control;

import java.io.Closeable;
import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.file.Path;

/** Two connected Unix sockets. */
record SocketPair(SocketChannel launcherEnd, SocketChannel peerEnd) implements Closeable {

    static SocketPair open(Path directory) throws IOException {
        UnixDomainSocketAddress address = UnixDomainSocketAddress.of(directory.resolve("control"));
        try (ServerSocketChannel listening = ServerSocketChannel.open(StandardProtocolFamily.UNIX)) {
            listening.bind(address);
            SocketChannel peerEnd = SocketChannel.open(address);
            return new SocketPair(listening.accept(), peerEnd);
        }
    }

    @Override
    public void close() throws IOException {
        try (launcherEnd;
                peerEnd) {
            // closing is all there is to do
        }
    }
}
