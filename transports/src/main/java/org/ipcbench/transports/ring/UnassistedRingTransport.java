package org.ipcbench.transports.ring;

import java.io.IOException;
import org.ipcbench.transport.Channel;
import org.ipcbench.transport.Listener;
import org.ipcbench.transport.Session;
import org.ipcbench.transport.WaitStrategy;
import org.ipcbench.transports.mapped.Waiting;

/** The rings whose sides need nothing but the shared memory to wait for each other. */
abstract class UnassistedRingTransport extends RingTransport {
    UnassistedRingTransport(WaitStrategy waitStrategy) {
        super(waitStrategy);
    }

    /** How a side of this transport waits; may load native code. */
    abstract Waiting waiting();

    @Override
    public final Listener listen(Session session) throws IOException {
        return listen(session, (rings, polling) -> rings.channel(waiting(), session));
    }

    @Override
    public final Channel connect(Session session, String address) throws IOException {
        return connect(session, address, (rings, polling) -> rings.channel(waiting(), session));
    }
}
