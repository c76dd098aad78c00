package org.ipcbench.transports.mapped;

import java.io.IOException;
import java.nio.file.Path;
import java.util.OptionalLong;
import org.ipcbench.scratch.OwnFiles;
import org.ipcbench.transport.Availability;
import org.ipcbench.transport.Channel;
import org.ipcbench.transport.Listener;
import org.ipcbench.transport.Session;
import org.ipcbench.transport.SizeLimit;
import org.ipcbench.transports.mapped.MappedTransport.MappedChannel;
import org.ipcbench.transports.shared.OwnerRecord;
import org.ipcbench.transports.shared.Polling;
import org.ipcbench.transports.shared.RingAuthentication;
import org.ipcbench.transports.shared.RingGeometry;
import org.ipcbench.transports.shared.SharedMemory;

/**
 * The memory of rings.
 *
 * @param memory the file system of the rings' files
 */
public record RingMemory(SharedMemory memory) {
    private static final String RECORD_KIND = "ring";

    /** Space for the largest message in each direction; by default the kernel allows half of the machine's memory. */
    public static final String REMEDY = SharedMemory.remedy("3G");

    public static RingMemory ofThisMachine() {
        return new RingMemory(SharedMemory.ofThisMachine());
    }

    public Availability availability() {
        return memory.availability("a ring").and(RingFile::availability);
    }

    /** The limit of messages: the ring of each direction has to hold one message. */
    public SizeLimit sizeLimit() {
        long largest = RingGeometry.largestMessage(largestRing());
        return SizeLimit.NONE.maximumBytes() <= largest
                ? SizeLimit.NONE
                : new SizeLimit((int) Math.max(1, largest), REMEDY);
    }

    /** Makes a file for rings of both directions. */
    RingFile file(Session session, long bytes) throws IOException {
        memory.requireFree(memory.freeBytes(), bytes, "rings for both directions take", REMEDY);
        OwnerRecord record = OwnerRecord.choose(session.scratchDirectory(), RECORD_KIND);
        try {
            return RingFile.create(record.pathIn(memory.root().toRealPath()), bytes);
        } finally {
            record.delete(); // the file has lost its name
        }
    }

    /** Makes a file for one ring into which several processes write. */
    public SharedRing shared(Session session, RingGeometry geometry) throws IOException {
        memory.requireFree(memory.freeBytes(), geometry.secondRingAt(), "the ring of all clients takes", REMEDY);
        OwnerRecord record = OwnerRecord.choose(session.scratchDirectory(), RECORD_KIND);
        try {
            return SharedRing.create(record.pathIn(memory.root().toRealPath()), geometry);
        } finally {
            record.delete(); // as above
        }
    }

    /** Removes a file whose maker was killed before it could unlink it. */
    public static void removeLeftOvers(Path scratchDirectory) throws IOException {
        for (OwnerRecord record : OwnerRecord.in(scratchDirectory, RECORD_KIND)) {
            record.clear(() -> OwnFiles.deleteFile(record.pathIn(SharedMemory.ROOT)));
        }
    }

    /** How many messages a ring of this size holds; 0 bytes mean the usual size. */
    public OptionalLong inFlight(int messageBytes, int bufferBytes) {
        return RingGeometry.inFlight(messageBytes, bufferBytes, largestRing());
    }

    /** The largest size of each of two rings, in bytes. */
    public long largestRing() {
        return RingGeometry.largestRing(memory.hasLimit() ? memory.totalBytes() : Long.MAX_VALUE);
    }

    /** The server's ring file before a client has connected. */
    static final class RingListener implements Listener {
        private final Session session;
        private final RingFile file;
        private final String address;
        private final RingAuthentication authentication;
        private final RingPair rings;
        private final MappedChannel accepted;

        private RingListener(Session session, RingFile file, RingGeometry geometry, MappedChannel accepted)
                throws IOException {
            this.session = session;
            this.file = file;
            this.accepted = accepted;
            address = file.address().toString();
            authentication = RingAuthentication.create(file.mapAuthentication(), geometry);
            rings = new RingPair(file.mapToClient(geometry), file.mapToServer(geometry), file, authentication);
        }

        /** Takes the file over. The channel is {@code accepted} after the client has authenticated. */
        static RingListener open(RingFile file, RingGeometry geometry, Session session, MappedChannel accepted)
                throws IOException {
            try {
                return new RingListener(session, file, geometry, accepted);
            } catch (IOException e) {
                file.close();
                throw e;
            }
        }

        @Override
        public String address() {
            return address;
        }

        @Override
        public Channel accept() throws IOException {
            Polling polling = new Polling(session.connectTimeout());
            authentication.verifyClient(session.token(), polling);
            try {
                return accepted.over(rings, polling);
            } catch (IOException e) {
                rings.close();
                throw e;
            }
        }

        @Override
        public void close() throws IOException {
            if (authentication.end()) { // otherwise the file belongs to the channel
                try (file) {
                    file.freeRings();
                }
            }
        }
    }
}
