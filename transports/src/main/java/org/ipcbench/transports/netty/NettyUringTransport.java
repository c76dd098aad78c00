package org.ipcbench.transports.netty;

import java.util.Set;
import org.ipcbench.transport.TransportInfo;

/**
 * A Unix domain stream socket through Netty's io_uring. The socket is connected by epoll, so the cost of a connection says
 * nothing about io_uring.
 */
public final class NettyUringTransport extends NettyTransport {
    private static final NettyIo IO = new UringIo();

    public NettyUringTransport() {
        super(IO);
    }

    @Override
    public TransportInfo info() {
        return new TransportInfo(
                "netty-uring",
                "Netty's io_uring over a Unix domain stream socket",
                "Netty (io_uring)",
                Set.of(),
                35,
                IO.library());
    }
}
