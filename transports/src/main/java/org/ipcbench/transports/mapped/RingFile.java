package org.ipcbench.transports.mapped;

import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.MappedByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.DirectoryStream;
import java.nio.file.FileStore;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Set;
import org.ipcbench.transport.Availability;
import org.ipcbench.transports.libc.Descriptor;
import org.ipcbench.transports.libc.FailedCallException;
import org.ipcbench.transports.shared.Polling;
import org.ipcbench.transports.shared.RingAuthentication;
import org.ipcbench.transports.shared.RingGeometry;
import org.ipcbench.transports.shared.SharedMemory;
import org.jspecify.annotations.Nullable;

/**
 * A file without a name for the authentication page and both rings. The file is unlinked as soon as it is made, so that it
 * ends with the last process that has it open or mapped; other processes reach it through the server's entry in
 * {@code /proc}.
 */
public final class RingFile implements Closeable {
    private static final int ZEROS_BYTES = 1 << 16;

    private static final String HUGE_PAGES = "hugetlbfs";

    /**
     * Files of huge pages have a multiple of this, and are mapped whole: their parts cannot be mapped, or unmapped, at pages of 4 KiB.
     * Other files of such a size may be mapped whole, too.
     */
    private static final int HUGE_PAGE_BYTES = 2 << 20;

    /** What the kernel adds to the name of a file that has lost it, or never had one. */
    private static final String GONE = " (deleted)";

    private static final Path DESCRIPTORS = Path.of("/proc/self/fd");

    private final FileChannel channel;
    private final Path path;
    private @Nullable MappedByteBuffer whole;

    /** @param path what the kernel called the file when it still had a name */
    private RingFile(FileChannel channel, Path path) {
        this.channel = channel;
        this.path = path;
    }

    /** Whether other processes can reach a file without a name. */
    public static Availability availability() {
        return Files.isDirectory(DESCRIPTORS)
                ? Availability.available()
                : Availability.unavailable("a ring needs " + DESCRIPTORS, "run on Linux with /proc mounted");
    }

    /**
     * Makes the server's file with all of its memory allocated, because a full file system would end the process later.
     *
     * @param path a name that exists only for a moment
     */
    public static RingFile create(Path path, long bytes) throws IOException {
        return new RingFile(
                        FileChannel.open(
                                path,
                                Set.of(
                                        StandardOpenOption.CREATE_NEW,
                                        StandardOpenOption.READ,
                                        StandardOpenOption.WRITE,
                                        StandardOpenOption
                                                .DELETE_ON_CLOSE), // the JDK unlinks it right after it has opened it
                                PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------"))),
                        path)
                .ofSize(bytes);
    }

    /** Like {@link #create}, in a directory in which a process that is killed must leave nothing. Loads native code. */
    public static RingFile withoutName(Path directory, long bytes) throws IOException {
        try (Descriptor made = Descriptor.withoutName(directory)) {
            boolean huge = hasHugePages(directory);
            String name = Files.readSymbolicLink(made.path()).toString();
            RingFile file = new RingFile(
                    FileChannel.open(made.path(), StandardOpenOption.READ, StandardOpenOption.WRITE),
                    Path.of(name.substring(0, name.length() - GONE.length())));
            return huge ? file.ofHugePages(bytes) : file.ofSize(bytes);
        } catch (FailedCallException e) {
            throw switch (e.errno()) {
                case EOPNOTSUPP, EISDIR ->
                    new IOException(
                            "%s; its file system cannot do that: choose a directory on ext4, xfs, btrfs or tmpfs"
                                    .formatted(e.getMessage()),
                            e);
                default -> e;
            };
        }
    }

    private RingFile ofSize(long bytes) throws IOException {
        try {
            allocate(bytes);
            return this;
        } catch (IOException e) {
            close();
            throw notAllocated(path, bytes, e);
        }
    }

    private static boolean hasHugePages(Path directory) throws IOException {
        FileStore store = Files.getFileStore(directory);
        if (!store.type().equals(HUGE_PAGES)) {
            return false;
        }
        if (store.getBlockSize() > HUGE_PAGE_BYTES) {
            throw new IOException(
                    "its pages have %d bytes each; mount it with -o pagesize=2M".formatted(store.getBlockSize()));
        }
        return true;
    }

    /** Mapping the file makes it as long as it has to be, and reserves its pages. */
    private RingFile ofHugePages(long bytes) throws IOException {
        long rounded = (bytes + HUGE_PAGE_BYTES - 1) / HUGE_PAGE_BYTES * HUGE_PAGE_BYTES;
        if (rounded > Integer.MAX_VALUE) {
            close();
            throw new IOException(
                    "the rings for both directions take %d bytes; use a smaller --buffer".formatted(bytes));
        }
        try {
            whole = channel.map(FileChannel.MapMode.READ_WRITE, 0, rounded);
            return this;
        } catch (IOException e) {
            close();
            throw new IOException(
                    "%s; %d huge pages must be free: raise vm.nr_hugepages by as many"
                            .formatted(e.getMessage(), rounded / HUGE_PAGE_BYTES),
                    e);
        }
    }

    /** The exception for memory that could not be allocated. */
    static IOException notAllocated(Path path, long bytes, IOException reason) {
        String text = "cannot allocate the %d bytes of %s: %s".formatted(bytes, path, reason.getMessage());
        boolean full = text.contains("No space left on device"); // others have written since the check
        boolean inMemory = path.startsWith(SharedMemory.ROOT);
        return new IOException(full ? text + "; ENOSPC" + (inMemory ? "; " + RingMemory.REMEDY : "") : text, reason);
    }

    /** Opens the file at a server's address. */
    static RingFile open(Path address) throws IOException {
        RingFile file =
                new RingFile(FileChannel.open(address, StandardOpenOption.READ, StandardOpenOption.WRITE), address);
        try {
            if (file.channel.size() < RingAuthentication.BYTES) { // mapping it would make it larger
                throw new IOException("not a ring of this suite");
            }
            long bytes = file.channel.size();
            if (bytes % HUGE_PAGE_BYTES == 0 && bytes <= Integer.MAX_VALUE) {
                file.whole = file.channel.map(FileChannel.MapMode.READ_WRITE, 0, bytes);
            }
            return file;
        } catch (IOException e) {
            file.close();
            throw e;
        }
    }

    /**
     * The path at which other processes find the file that this process has made: the entry of its descriptor in {@code /proc}.
     */
    Path address() throws IOException {
        Path target = Path.of(path + GONE);
        try (DirectoryStream<Path> descriptors = Files.newDirectoryStream(DESCRIPTORS)) {
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
        return part(0, RingAuthentication.BYTES);
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
        channel.truncate(whole == null ? RingAuthentication.BYTES : HUGE_PAGE_BYTES);
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
        return new Ring(part(offset, geometry.ringBytes()).load(), geometry); // page faults belong to connecting
    }

    private MappedByteBuffer part(long offset, int bytes) throws IOException {
        MappedByteBuffer all = whole;
        return all == null
                ? channel.map(FileChannel.MapMode.READ_WRITE, offset, bytes)
                : all.slice((int) offset, bytes);
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
