package org.ipcbench.kernel;

import java.io.File;
import java.nio.file.Path;

/**
 * Size and free space of the file system that a file or directory lies on. The system is asked by the path, not by {@link
 * java.nio.file.FileStore}, which also wants the mount point: in a chroot it may not exist, and {@code /proc} may not list it.
 *
 * @param totalBytes the file system's size; 0 if it is unknown, as in some containers and on some remote file systems
 * @param freeBytes what this user may still write; means nothing if the size is unknown
 */
public record DiskSpace(long totalBytes, long freeBytes) {
    public static DiskSpace of(Path path) {
        File file = path.toFile();
        return new DiskSpace(file.getTotalSpace(), file.getUsableSpace());
    }

    /** Whether the file system certainly has less than this free. */
    public boolean lacks(long bytes) {
        return totalBytes > 0 && freeBytes < bytes;
    }
}
