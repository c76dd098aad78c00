package org.ipcbench.scratch;

import java.io.Closeable;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/**
 * A lock that the owner of a scratch directory holds as long as the owner lives. The lock is visible from other
 * containers, where process ids have no meaning. The lock uses a file of its own, because a process that closes any
 * channel of a file loses its locks on that file.
 */
final class DirectoryLock implements Closeable {
    private static final String FILE_NAME = "lock";

    private final FileChannel channel;

    private DirectoryLock(FileChannel channel) {
        this.channel = channel;
    }

    /** Takes the lock of a new directory; to be called before its owner is recorded. */
    static DirectoryLock take(Path directory) throws IOException {
        FileChannel channel =
                FileChannel.open(directory.resolve(FILE_NAME), StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
        try {
            var unused = channel.tryLock(); // the channel keeps the lock
        } catch (IOException e) {
            // a file system without locks: no process gets this lock, so the directory is never treated as left over
        }
        return new DirectoryLock(channel);
    }

    /**
     * Whether no process holds a directory's lock. Not to be called for a directory of this process, which would lose
     * its lock.
     */
    static boolean isFree(Path directory) {
        Path file = directory.resolve(FILE_NAME);
        try {
            return !new SmallFile(file).existsAsFile() || isFreeFile(file);
        } catch (NoSuchFileException e) {
            return true; // the file is not made yet, or another process has removed it
        } catch (IOException | OverlappingFileLockException e) {
            return false; // nothing is proven
        }
    }

    private static boolean isFreeFile(Path file) throws IOException {
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE);
                FileLock lock = channel.tryLock()) {
            return lock != null;
        }
    }

    @Override
    public void close() throws IOException {
        channel.close();
    }
}
