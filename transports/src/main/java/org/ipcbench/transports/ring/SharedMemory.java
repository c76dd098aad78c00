package org.ipcbench.transports.ring;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.ipcbench.transport.Availability;
import org.ipcbench.transport.OwnFiles;
import org.ipcbench.transport.Session;
import org.ipcbench.transport.SizeLimit;
import org.ipcbench.transports.shared.OwnerRecord;
import org.ipcbench.transports.shared.RingGeometry;

/**
 * The file system in memory where rings live.
 *
 * @param directory its root
 * @param totalBytes its size; 0 where it has no limit, or tells none
 */
public record SharedMemory(Path directory, long totalBytes) {
    private static final Path ROOT = Path.of("/dev/shm");
    private static final String RECORD_KIND = "ring";
    private static final Path DESCRIPTORS = Path.of("/proc/self/fd");

    /** Room for the largest message in either direction; the kernel takes half of the machine's memory unasked. */
    static final String REMEDY =
            "mount -o remount,size=3G /dev/shm, or give the container more (docker run --shm-size=3g)";

    static SharedMemory ofThisMachine() {
        return new SharedMemory(ROOT, ROOT.toFile().getTotalSpace());
    }

    Availability availability() {
        return Files.isDirectory(directory) && Files.isDirectory(DESCRIPTORS)
                ? Availability.available()
                : Availability.unavailable(
                        "rings need %s and %s".formatted(directory, DESCRIPTORS),
                        "run on Linux with /dev/shm and /proc mounted");
    }

    /** A message has to fit once into a ring for each direction. */
    public SizeLimit sizeLimit() {
        long largest = RingGeometry.largestMessage(largestRing());
        return SizeLimit.NONE.maximumBytes() <= largest
                ? SizeLimit.NONE
                : new SizeLimit((int) Math.max(1, largest), REMEDY);
    }

    RingListener listen(Session session, Waiting waiting) throws IOException {
        RingGeometry geometry = RingGeometry.of(session, largestRing());
        requireSpace(geometry.totalBytes());
        OwnerRecord record = OwnerRecord.choose(session.scratchDirectory(), RECORD_KIND);
        try {
            return RingListener.open(record.pathIn(directory.toRealPath()), geometry, session, waiting);
        } finally {
            record.delete(); // the file has lost its name
        }
    }

    /** Removes a file whose maker was killed before it could unlink it. */
    static void removeLeftOvers(Path scratchDirectory) throws IOException {
        for (OwnerRecord record : OwnerRecord.in(scratchDirectory, RECORD_KIND)) {
            record.clear(() -> OwnFiles.deleteFile(record.pathIn(ROOT)));
        }
    }

    private void requireSpace(long bytes) throws IOException {
        long freeBytes = directory.toFile().getUsableSpace();
        if (totalBytes > 0 && freeBytes < bytes) {
            throw new IOException("no space on %s: rings for both directions take %d bytes, %d are free; %s"
                    .formatted(directory, bytes, freeBytes, REMEDY));
        }
    }

    private long largestRing() {
        return RingGeometry.largestRing(totalBytes == 0 ? Long.MAX_VALUE : totalBytes);
    }
}
