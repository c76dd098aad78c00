package org.ipcbench.transports.aeron;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.ipcbench.transport.Availability;
import org.ipcbench.transport.Session;
import org.ipcbench.transport.SizeLimit;

/**
 * The file system in memory where Aeron keeps its logs.
 *
 * @param root its root
 * @param totalBytes its size; 0 where it has no limit, or tells none
 */
public record SharedMemory(Path root, long totalBytes) {
    static final Path ROOT = Path.of("/dev/shm");

    /** What the driver has besides logs, all of it allocated when it starts. */
    private static final long DRIVER_BYTES = 12 << 20;

    private static final int DIRECTIONS = 2;

    /** Room for the largest message in either direction. */
    private static final String REMEDY =
            "mount -o remount,size=1G /dev/shm, or give the container more (docker run --shm-size=1g)";

    static SharedMemory ofThisMachine() {
        return new SharedMemory(ROOT, ROOT.toFile().getTotalSpace());
    }

    Availability availability() {
        return Files.isDirectory(root)
                ? Availability.available()
                : Availability.unavailable("Aeron IPC needs " + root, "run on Linux with /dev/shm mounted");
    }

    /** What the longest term that fits carries; Aeron itself ends at 16 MiB. */
    public SizeLimit sizeLimit() {
        int longest = longestTerm(totalBytes - DRIVER_BYTES).longestMessage();
        return new SizeLimit(longest, longest < Term.LONGEST_MESSAGE ? REMEDY : "");
    }

    /** To be called before the driver starts, which would end its process where memory for its files runs out. */
    void requireSpaceForDriver() throws IOException {
        requireSpaceForDriver(freeBytes());
    }

    /** The same where this much is free. */
    void requireSpaceForDriver(long freeBytes) throws IOException {
        requireSpace("driver takes", DRIVER_BYTES, freeBytes);
    }

    /** The term of what one side of a session writes; the driver runs, and neither side's log has been made. */
    Term term(Session session) throws IOException {
        return term(session, freeBytes());
    }

    /** The same where this much is free. The other side may find more or less: a reader takes the term that it meets. */
    Term term(Session session, long freeBytes) throws IOException {
        Term term = Term.of(session, longestTerm(freeBytes));
        requireSpace("logs for both directions take", DIRECTIONS * term.logBytes(), freeBytes);
        return term;
    }

    private void requireSpace(String what, long bytes, long freeBytes) throws IOException {
        if (totalBytes > 0 && freeBytes < bytes) {
            throw new IOException("no space on %s: Aeron's %s %d bytes, %d are free; %s"
                    .formatted(root, what, bytes, freeBytes, REMEDY));
        }
    }

    private Term longestTerm(long bytesForLogs) {
        Term term = Term.LONGEST;
        while (totalBytes > 0 && !term.equals(Term.SHORTEST) && DIRECTIONS * term.logBytes() > bytesForLogs) {
            term = term.half();
        }
        return term;
    }

    private long freeBytes() {
        return root.toFile().getUsableSpace();
    }
}
