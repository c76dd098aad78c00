package org.ipcbench.transports.ring;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.MappedByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import org.ipcbench.kernel.KernelFiles.DiskSpace;
import org.ipcbench.transport.Availability;
import org.ipcbench.transport.Channel;
import org.ipcbench.transport.Needs;
import org.ipcbench.transport.Session;
import org.ipcbench.transport.SizeLimit;
import org.ipcbench.transport.Traits;
import org.ipcbench.transport.TransportInfo;
import org.ipcbench.transport.WaitStrategy;
import org.ipcbench.transports.libc.CLibrary;
import org.ipcbench.transports.mapped.FutexSleeping;
import org.ipcbench.transports.mapped.RingFile;
import org.ipcbench.transports.mapped.RingMemory;
import org.ipcbench.transports.mapped.RingPair;
import org.ipcbench.transports.mapped.RingWriter;
import org.ipcbench.transports.mapped.Waiting;
import org.ipcbench.transports.shared.InPlaceChannel.InPlaceWriter;
import org.ipcbench.transports.shared.PeerProperty;
import org.ipcbench.transports.shared.RingGeometry;

/**
 * The ring of {@code ring-futex} in a file: the session's directory, or the one that a property of the peers'
 * JVM names. Directories, and whether each message is synced, are compared by {@code --vary jvm-args=}.
 */
public final class MmapFileTransport extends RingTransport.Unassisted {
    /** Property of a peer's JVM: the directory of the file. */
    static final PeerProperty DIRECTORY = new PeerProperty("ipcbench.mmap-file");

    /** Property of a peer's JVM: whether {@code msync(2)} writes each message to the file before the receiver is told. */
    static final PeerProperty SYNC = new PeerProperty(DIRECTORY.name() + ".msync");

    public MmapFileTransport() {
        super(WaitStrategy.BLOCKING);
    }

    @Override
    public TransportInfo info() {
        return new TransportInfo(
                "mmap-file",
                "ring in a mapped file (--jvm-args=-Dipcbench.mmap-file=DIR), waiting asleep (futex)",
                "Memory-mapped file",
                Set.of("shared-memory"),
                166,
                CLibrary.LIBRARY);
    }

    @Override
    public Traits traits() {
        return super.traits().withSizeLimit(SizeLimit.NONE);
    }

    @Override
    public Availability availability() {
        return CLibrary.availability().and(RingFile::availability);
    }

    @Override
    public Needs needs(int messageBytes, int bufferBytes, int connections) throws IOException {
        return Needs.ofFile(geometry(messageBytes, bufferBytes).totalBytes());
    }

    @Override
    public OptionalLong inFlight(int messageBytes, int bufferBytes) {
        return RingGeometry.inFlight(messageBytes, bufferBytes, Long.MAX_VALUE);
    }

    @Override
    protected RingGeometry geometry(int messageBytes, int bufferBytes, RingMemory unlimited) throws IOException {
        return geometry(messageBytes, bufferBytes);
    }

    private static RingGeometry geometry(int messageBytes, int bufferBytes) throws IOException {
        return RingGeometry.of(messageBytes, bufferBytes, Long.MAX_VALUE);
    }

    /** In the session's directory a killed process may leave a file, because all of that directory is removed. */
    @Override
    protected RingFile file(Session session, long bytes) throws IOException {
        String directory = DIRECTORY.here().orElse("");
        if (directory.isEmpty()) {
            Path own = session.scratchDirectory().toRealPath();
            requireFree(DiskSpace.of(own), bytes, own);
            return RingFile.create(own.resolve(session.nameOf(id())), bytes);
        }
        try {
            requireFree(DiskSpace.of(Path.of(directory)), bytes, Path.of(directory));
            return RingFile.withoutName(Path.of(directory), bytes);
        } catch (IOException e) {
            throw new IOException("-D%s=%s: %s".formatted(DIRECTORY.name(), directory, e.getMessage()), e);
        }
    }

    /** Fails if the file would certainly fill its file system, before anything is written. */
    static void requireFree(DiskSpace space, long bytes, Path directory) throws IOException {
        if (space.lacks(bytes)) {
            throw new IOException(
                    "no space in %s: the rings for both directions take %d bytes, %d are free; free some, or use a smaller --buffer"
                            .formatted(directory, bytes, space.freeBytes()));
        }
    }

    @Override
    Waiting waiting() {
        return new FutexSleeping();
    }

    /** The directory is one of the peers' side, and looked at there. */
    @Override
    public void requireUsable(List<String> jvmArguments) {
        var unused = isSynced(SYNC.in(jvmArguments));
    }

    /** On a tmpfs, as on hugetlbfs, nothing ever reaches a disk, however it is synced. */
    @Override
    public Optional<String> chosen(List<String> jvmArguments, Path temporary) {
        Optional<String> typed = DIRECTORY.in(jvmArguments).filter(directory -> !directory.isEmpty());
        Path directory = typed.map(Path::of).orElse(temporary);
        if (!Files.isDirectory(directory)) {
            throw DIRECTORY.refusal(typed.orElse(""), "%s is not a directory".formatted(directory));
        }
        return Optional.of("the file lies in %s (%s)%s"
                .formatted(directory, fileSystem(directory), isSynced(SYNC.in(jvmArguments)) ? ", with msync" : ""));
    }

    private static String fileSystem(Path directory) {
        try {
            return Files.getFileStore(directory).type();
        } catch (IOException e) {
            return "unknown file system"; // as in a chroot that /proc/mounts does not list
        }
    }

    private static boolean isSynced(Optional<String> property) {
        String text = property.orElse("false");
        return switch (text) {
            case "true" -> true;
            case "false" -> false;
            default -> throw SYNC.refusal(text, "must be true or false");
        };
    }

    @Override
    Channel channel(RingPair rings, Session session) throws IOException {
        if (!isSynced(SYNC.here())) {
            return super.channel(rings, session);
        }
        Waiting waiting = waiting();
        return rings.duplexChannel(
                new SyncedWriter(new RingWriter(rings.outgoing(), waiting)), waiting, waiting, session);
    }

    /** Writes each message to storage before it tells the reader. */
    private static final class SyncedWriter implements InPlaceWriter {
        private final RingWriter ring;
        private MappedByteBuffer claimed = (MappedByteBuffer) ByteBuffer.allocateDirect(0);
        private int start;
        private int length;

        SyncedWriter(RingWriter ring) {
            this.ring = ring;
        }

        @Override
        public ByteBuffer claim(int lengthBytes) throws IOException {
            claimed = ring.claim(lengthBytes);
            start = claimed.position();
            length = lengthBytes;
            return claimed;
        }

        @Override
        public void commit() throws IOException {
            claimed.force(start, length);
            ring.commit();
        }

        @Override
        public void close() throws IOException {
            ring.close();
        }
    }
}
