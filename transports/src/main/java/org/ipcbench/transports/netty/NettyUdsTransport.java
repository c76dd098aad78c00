package org.ipcbench.transports.netty;

import java.util.Set;
import org.ipcbench.transport.Trait;
import org.ipcbench.transport.Traits;
import org.ipcbench.transport.TransportInfo;

/** A Unix domain stream socket through Netty's native epoll. */
public final class NettyUdsTransport extends NettyTransport {
    private static final NettyIo IO = new EpollIo();

    public NettyUdsTransport() {
        super(IO);
    }

    @Override
    public TransportInfo info() {
        return new TransportInfo(
                "netty-uds",
                "Netty's native epoll over a Unix domain stream socket",
                "Netty (Unix Domain Socket)",
                Set.of("libraries"),
                34,
                IO.library());
    }

    @Override
    public Traits traits() {
        return super.traits().with(Trait.RECONNECTS);
    }
}
