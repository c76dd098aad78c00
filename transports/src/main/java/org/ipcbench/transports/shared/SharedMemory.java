package org.ipcbench.transports.shared;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import org.ipcbench.transport.Availability;

/**
 * A file system in memory.
 *
 * @param root the file system's root
 * @param totalBytes the file system's size; 0 if it has no limit or the limit is unknown
 */
public record SharedMemory(Path root, long totalBytes) {
    public static final Path ROOT = Path.of("/dev/shm");

    public static SharedMemory ofThisMachine() {
        return new SharedMemory(ROOT, ROOT.toFile().getTotalSpace());
    }

    /**
     * The remedy for a lack of space.
     *
     * @param size the size for {@code mount}, for example {@code 3G}
     */
    public static String remedy(String size) {
        return "mount -o remount,size=%s %s, or give the container more (docker run --shm-size=%s)"
                .formatted(size, ROOT, size.toLowerCase(Locale.ROOT));
    }

    /**
     * Whether this machine has the file system.
     *
     * @param user what needs it, in the singular
     */
    public Availability availability(String user) {
        if (!Files.isDirectory(root)) {
            return Availability.unavailable(
                    "%s needs %s".formatted(user, root), "run on Linux with %s mounted".formatted(root));
        }
        return Files.isWritable(root)
                ? Availability.available()
                : Availability.unavailable(
                        "%s cannot write to %s".formatted(user, root),
                        "mount -o remount,rw,mode=1777 %s".formatted(root));
    }

    public boolean hasLimit() {
        return totalBytes > 0;
    }

    public long freeBytes() {
        return root.toFile().getUsableSpace();
    }

    /**
     * Fails if the file system has too little space, because a process that writes to a full one is killed.
     *
     * @param user what takes the memory, with its verb
     * @param remedy the remedy for a lack of space
     */
    public void requireFree(long freeBytes, long bytes, String user, String remedy) throws IOException {
        if (hasLimit() && freeBytes < bytes) {
            throw new IOException(
                    "no space on %s: %s %d bytes, %d are free; %s".formatted(root, user, bytes, freeBytes, remedy));
        }
    }
}
