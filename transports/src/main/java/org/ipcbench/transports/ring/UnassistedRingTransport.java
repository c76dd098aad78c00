package org.ipcbench.transports.ring;

import java.io.IOException;
import org.ipcbench.transport.Channel;
import org.ipcbench.transport.Listener;
import org.ipcbench.transport.Session;
import org.ipcbench.transport.Trait;
import org.ipcbench.transport.Traits;
import org.ipcbench.transport.WaitStrategy;
import org.ipcbench.transports.mapped.Waiting;

/** The rings whose sides need nothing but the shared memory to wait for each other. */
abstract class UnassistedRingTransport extends RingTransport {
    UnassistedRingTransport(WaitStrategy waitStrategy) {
        super(waitStrategy);
    }

    @Override
    public Traits traits() {
        return super.traits().with(Trait.DUPLEX);
    }

    /** How a side of this transport waits; may load native code. */
    abstract Waiting waiting();

    @Override
    public final Listener listen(Session session) throws IOException {
        return listen(session, (rings, polling) -> rings.duplexChannel(waiting(), session));
    }

    @Override
    public final Channel connect(Session session, String address) throws IOException {
        return connect(session, address, (rings, polling) -> rings.duplexChannel(waiting(), session));
    }
}
