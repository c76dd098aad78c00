package org.ipcbench.transports.socket;

import java.io.IOException;
import java.util.List;
import java.util.Optional;
import org.ipcbench.transport.Availability;
import org.ipcbench.transport.Channel;
import org.ipcbench.transport.Listener;
import org.ipcbench.transport.MultiplexedListener;
import org.ipcbench.transport.Needs;
import org.ipcbench.transport.Session;
import org.ipcbench.transport.Session.Workers;
import org.ipcbench.transport.Trait;
import org.ipcbench.transport.Traits;
import org.ipcbench.transport.Transport;
import org.ipcbench.transports.libc.CLibrary;
import org.ipcbench.transports.stream.SocketBuffers;

/** A stream socket of the JDK. */
abstract class SocketTransport implements Transport {
    private final SocketKind kind;

    SocketTransport(SocketKind kind) {
        this.kind = kind;
    }

    @Override
    public Traits traits() {
        return Traits.blockingStream()
                .with(
                        Trait.MANY_CLIENTS,
                        Trait.RECONNECTS,
                        Trait.IDLE_CONNECTIONS,
                        Trait.SHARED_LISTENER,
                        Trait.YIELDS_CARRIER,
                        Trait.SELECTABLE,
                        Trait.BOUNDED_SPIN,
                        Trait.SPLIT_WRITES,
                        Trait.DUPLEX,
                        Trait.STREAM_SOCKET)
                .withBuffer(SocketBuffers.DESCRIPTION);
    }

    @Override
    public Needs needs(int messageBytes, int bufferBytes, int connections) throws IOException {
        return SocketBuffers.needs(bufferBytes, connections, 1);
    }

    @Override
    public final Listener listen(Session session) throws IOException {
        return kind.listen(session, id());
    }

    @Override
    public final List<Listener> listenTogether(Session session) throws IOException {
        return kind.listenTogether(session, id());
    }

    @Override
    public Optional<String> lackForWorkers(Workers workers, int messageBytes) {
        Optional<String> ofKind = kind.lackForWorkers(workers);
        if (ofKind.isPresent() || workers.byPort()) {
            return ofKind;
        }
        Availability calls = CLibrary.availability();
        return calls instanceof Availability.Available
                ? SharedSocket.lack()
                : Optional.of("takes a socket of another process by native calls: " + calls);
    }

    @Override
    public final Listener listenAmong(Session session, String ticket) throws IOException {
        return kind.listenAmong(session, id(), ticket);
    }

    @Override
    public final MultiplexedListener listenMultiplexed(Session session) throws IOException {
        return kind.listenMultiplexed(session, id());
    }

    @Override
    public final Channel connect(Session session, String address) throws IOException {
        return kind.connect(session, address);
    }
}
