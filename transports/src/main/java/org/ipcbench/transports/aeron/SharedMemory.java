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
record SharedMemory(Path root, long totalBytes) {
    private static final Path ROOT = Path.of("/dev/shm");

    /** What the driver has besides logs, generously. */
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
    SizeLimit sizeLimit() {
        int longest = longestTerm().longestMessage();
        return new SizeLimit(longest, longest < Term.LONGEST_MESSAGE ? REMEDY : "");
    }

    /** The term that a session of this machine uses in either direction. */
    Term term(Session session) throws IOException {
        Term term = Term.of(session, longestTerm());
        long bytes = DIRECTIONS * term.logBytes() + DRIVER_BYTES;
        long freeBytes = root.toFile().getUsableSpace();
        if (totalBytes > 0 && freeBytes < bytes) {
            throw new IOException("no space on %s: Aeron's logs for both directions take %d bytes, %d are free; %s"
                    .formatted(root, bytes, freeBytes, REMEDY));
        }
        return term;
    }

    /** Where the driver of this scratch directory's sessions keeps its files, which is all there is to know of it. */
    DriverDirectory directory(Path scratchDirectory) {
        return new DriverDirectory(root.resolve(scratchDirectory.getFileName() + ".aeron"));
    }

    private Term longestTerm() {
        Term term = Term.LONGEST;
        while (totalBytes > 0
                && !term.equals(Term.SHORTEST)
                && DIRECTIONS * term.logBytes() + DRIVER_BYTES > totalBytes) {
            term = term.half();
        }
        return term;
    }
}
