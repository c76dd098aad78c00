package org.ipcbench.transports.ring;

import java.io.IOException;
import java.nio.channels.FileLock;
import java.nio.file.Path;
import java.util.OptionalLong;
import org.ipcbench.transport.Availability;
import org.ipcbench.transport.Channel;
import org.ipcbench.transport.Listener;
import org.ipcbench.transport.Session;
import org.ipcbench.transport.Trait;
import org.ipcbench.transport.Traits;
import org.ipcbench.transport.Transport;
import org.ipcbench.transport.WaitStrategy;
import org.ipcbench.transports.shared.Polling;
import org.ipcbench.transports.shared.RingAuthentication;
import org.ipcbench.transports.shared.RingGeometry;

/** The transports through a ring, which differ only in how they wait. */
abstract class RingTransport implements Transport {

    private final WaitStrategy waitStrategy;

    RingTransport(WaitStrategy waitStrategy) {
        this.waitStrategy = waitStrategy;
    }

    /** How a side of this transport waits; may load native code. */
    abstract Waiting waiting();

    @Override
    public Traits traits() {
        return Traits.of(waitStrategy, Trait.DETECTS_CLOSE, Trait.IN_PLACE)
                .withBuffer("the ring of each direction")
                .withSizeLimit(RingMemory.ofThisMachine().sizeLimit());
    }

    @Override
    public OptionalLong inFlight(int messageBytes, int bufferBytes) {
        return RingMemory.ofThisMachine().inFlight(messageBytes, bufferBytes);
    }

    @Override
    public Availability availability() {
        return RingMemory.ofThisMachine().availability();
    }

    @Override
    public void removeLeftOvers(Path scratchDirectory) throws IOException {
        RingMemory.removeLeftOvers(scratchDirectory);
    }

    @Override
    public Listener listen(Session session) throws IOException {
        return RingMemory.ofThisMachine().listen(session, waiting());
    }

    @Override
    public Channel connect(Session session, String address) throws IOException {
        try {
            RingFile file = RingFile.open(Path.of(address));
            try {
                return connect(session, file);
            } catch (IOException e) {
                file.close();
                throw e;
            }
        } catch (IOException e) {
            throw new IOException("cannot connect to the ring at %s: %s".formatted(address, e.getMessage()), e);
        }
    }

    private Channel connect(Session session, RingFile file) throws IOException {
        RingAuthentication authentication = RingAuthentication.open(file.mapAuthentication());
        Polling polling = new Polling(session.connectTimeout());
        try (FileLock lock = file.lockAuthentication(polling)) {
            authentication.proveToServer(session.token(), polling);
        }
        RingGeometry geometry = authentication.geometry();
        return new RingChannel(
                new RingProducer(file.mapToServer(geometry), waiting()),
                new RingConsumer(file.mapToClient(geometry), waiting()),
                file,
                authentication);
    }
}
