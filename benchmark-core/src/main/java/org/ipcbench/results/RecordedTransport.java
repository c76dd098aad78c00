package org.ipcbench.results;

import org.ipcbench.transport.Channel;
import org.ipcbench.transport.Listener;
import org.ipcbench.transport.Session;
import org.ipcbench.transport.Traits;
import org.ipcbench.transport.Transport;
import org.ipcbench.transport.TransportInfo;

/** A transport of a run that is over: it tells what it was and moves no messages. */
final class RecordedTransport implements Transport {
    private final TransportInfo info;
    private final Traits traits;

    RecordedTransport(TransportRecord recorded) {
        info = recorded.info();
        traits = recorded.recordedTraits();
    }

    @Override
    public TransportInfo info() {
        return info;
    }

    @Override
    public Traits traits() {
        return traits;
    }

    @Override
    public Listener listen(Session session) {
        throw new UnsupportedOperationException(id() + " is read from a record");
    }

    @Override
    public Channel connect(Session session, String address) {
        throw new UnsupportedOperationException(id() + " is read from a record");
    }
}
