package org.ipcbench.transports.mapped;

import java.io.IOException;
import java.nio.channels.FileLock;
import java.nio.file.Path;
import org.ipcbench.transport.Availability;
import org.ipcbench.transport.Channel;
import org.ipcbench.transport.Listener;
import org.ipcbench.transport.Needs;
import org.ipcbench.transport.Session;
import org.ipcbench.transport.Transport;
import org.ipcbench.transports.mapped.RingMemory.RingListener;
import org.ipcbench.transports.shared.Polling;
import org.ipcbench.transports.shared.RingAuthentication;
import org.ipcbench.transports.shared.RingGeometry;

/** The transports whose two sides map one file. All of them create, find, authenticate and leave it in the same way. */
public abstract class MappedTransport implements Transport {

    /** How the shared memory is divided. */
    protected abstract RingGeometry geometry(int messageBytes, int bufferBytes, RingMemory memory) throws IOException;

    /** How the shared memory of a session is divided. */
    protected final RingGeometry geometry(Session session, RingMemory memory) throws IOException {
        return geometry(session.maxMessageBytes(), session.bufferSizeBytes(), memory);
    }

    @Override
    public Needs needs(int messageBytes, int bufferBytes, int connections) throws IOException {
        return Needs.ofSharedMemory(
                geometry(messageBytes, bufferBytes, RingMemory.ofThisMachine()).totalBytes(), connections);
    }

    @Override
    public Availability availability() {
        return RingMemory.ofThisMachine().availability();
    }

    @Override
    public void removeLeftOvers(Path scratchDirectory) throws IOException {
        RingMemory.removeLeftOvers(scratchDirectory);
    }

    /** Listens; {@code accepted} makes the channel. */
    protected final Listener listen(Session session, MappedChannel accepted) throws IOException {
        RingGeometry geometry = geometry(session, RingMemory.ofThisMachine());
        return RingListener.open(file(session, geometry.totalBytes()), geometry, session, accepted);
    }

    /** Makes the file of a session, which ends with the last process that has it, in shared memory. */
    protected RingFile file(Session session, long bytes) throws IOException {
        return RingMemory.ofThisMachine().file(session, bytes);
    }

    /** Connects to the server's file; {@code accepted} makes the channel. */
    protected static Channel connect(Session session, String address, MappedChannel accepted) throws IOException {
        try {
            RingFile file = RingFile.open(Path.of(address));
            try {
                return connect(session, file, accepted);
            } catch (IOException e) {
                file.close();
                throw e;
            }
        } catch (IOException e) {
            throw new IOException("cannot connect to the ring at %s: %s".formatted(address, e.getMessage()), e);
        }
    }

    private static Channel connect(Session session, RingFile file, MappedChannel accepted) throws IOException {
        RingAuthentication authentication = RingAuthentication.open(file.mapAuthentication());
        Polling polling = new Polling(session.connectTimeout());
        try (FileLock lock = file.lockAuthentication(polling)) {
            authentication.proveToServer(session.token(), polling);
        }
        RingGeometry geometry = authentication.geometry();
        return accepted.over(
                new RingPair(file.mapToServer(geometry), file.mapToClient(geometry), file, authentication), polling);
    }

    /** Makes a side's channel when both sides have authenticated each other. */
    @FunctionalInterface
    public interface MappedChannel {

        /**
         * Takes the memory over, unless it fails.
         *
         * @param polling the time that is left for connecting, for data that the other side still has to send
         */
        Channel over(RingPair rings, Polling polling) throws IOException;
    }
}
