package org.ipcbench.transports.mapped;

import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Set;
import org.ipcbench.transports.shared.Polling;
import org.ipcbench.transports.shared.RingAuthentication;
import org.ipcbench.transports.shared.RingGeometry;
import org.jspecify.annotations.Nullable;

/**
 * A file without a name for the authentication page and both rings. The file is unlinked as soon as it is made, so that it
 * ends with the last process that has it open or mapped; other processes reach it through the server's entry in
 * {@code /proc}.
 */
public final class RingFile implements Closeable {
    private static final int ZEROS_BYTES = 1 << 16;

    private final FileChannel channel;

    private RingFile(FileChannel channel) {
        this.channel = channel;
    }

    /**
     * Makes the server's file with all of its memory allocated, because a full file system would end the process later.
     *
     * @param path a name that exists only for a moment
     */
    static RingFile create(Path path, long bytes) throws IOException {
        RingFile file = new RingFile(FileChannel.open(
                path,
                Set.of(
                        StandardOpenOption.CREATE_NEW,
                        StandardOpenOption.READ,
                        StandardOpenOption.WRITE,
                        StandardOpenOption.DELETE_ON_CLOSE), // the JDK unlinks it right after it has opened it
                PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------"))));
        try {
            file.allocate(bytes);
            return file;
        } catch (IOException e) {
            file.close();
            throw notAllocated(path, bytes, e);
        }
    }

    /** The exception for memory that could not be allocated. */
    static IOException notAllocated(Path path, long bytes, IOException reason) {
        String text = "cannot allocate the %d bytes of %s: %s".formatted(bytes, path, reason.getMessage());
        boolean full = text.contains("No space left on device"); // others have written since the check
        return new IOException(full ? text + "; ENOSPC; " + RingMemory.REMEDY : text, reason);
    }

    /** Opens the file at a server's address. */
    static RingFile open(Path address) throws IOException {
        RingFile file = new RingFile(FileChannel.open(address, StandardOpenOption.READ, StandardOpenOption.WRITE));
        try {
            if (file.channel.size() < RingAuthentication.BYTES) { // mapping it would make it larger
                throw new IOException("not a ring of this suite");
            }
            return file;
        } catch (IOException e) {
            file.close();
            throw e;
        }
    }

    /**
     * The path at which other processes find the file that was made at this path: the entry of this process's descriptor in
     * {@code /proc}.
     */
    static Path address(Path path) throws IOException {
        Path target = Path.of(path + " (deleted)");
        try (DirectoryStream<Path> descriptors = Files.newDirectoryStream(Path.of("/proc/self/fd"))) {
            for (Path descriptor : descriptors) {
                if (target.equals(target(descriptor))) {
                    String self = Long.toString(ProcessHandle.current().pid());
                    return Path.of("/proc", self, "fd").resolve(descriptor.getFileName());
                }
            }
        }
        throw new IOException("/proc/self/fd does not show " + target);
    }

    ByteBuffer mapAuthentication() throws IOException {
        return channel.map(FileChannel.MapMode.READ_WRITE, 0, RingAuthentication.BYTES);
    }

    Ring mapToServer(RingGeometry geometry) throws IOException {
        return mapRing(RingGeometry.FIRST_RING_AT, geometry);
    }

    Ring mapToClient(RingGeometry geometry) throws IOException {
        return mapRing(geometry.secondRingAt(), geometry);
    }

    /** Waits until no other process is connecting, and makes others wait until the lock is closed. */
    FileLock lockAuthentication(Polling polling) throws IOException {
        FileLock lock = tryLock();
        while (lock == null) {
            polling.rest("the end of another client's attempt to connect");
            lock = tryLock();
        }
        return lock;
    }

    /** Frees the rings' memory now; their mappings exist, without memory, until the garbage collector finds them. */
    void freeRings() throws IOException {
        channel.truncate(RingAuthentication.BYTES);
    }

    @Override
    public void close() throws IOException {
        channel.close();
    }

    private @Nullable FileLock tryLock() throws IOException {
        try {
            return channel.tryLock(0, RingAuthentication.BYTES, false);
        } catch (OverlappingFileLockException e) {
            return null; // a client in this very process
        }
    }

    private Ring mapRing(long offset, RingGeometry geometry) throws IOException {
        return new Ring(
                channel.map(FileChannel.MapMode.READ_WRITE, offset, geometry.ringBytes())
                        .load(), // page faults belong to connecting
                geometry);
    }

    private void allocate(long bytes) throws IOException {
        ByteBuffer zeros = ByteBuffer.allocateDirect(ZEROS_BYTES);
        for (long rest = bytes; rest > 0; ) {
            rest -= channel.write(zeros.clear().limit((int) Math.min(rest, ZEROS_BYTES)));
        }
    }

    private static @Nullable Path target(Path descriptor) throws IOException {
        try {
            return Files.readSymbolicLink(descriptor);
        } catch (NoSuchFileException e) {
            return null; // closed meanwhile
        }
    }
}
