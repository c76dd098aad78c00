package org.ipcbench.peer;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.nio.MappedByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import org.ipcbench.transport.Session;

/** A page of memory that both peers of a pair share: a file in the scratch directory, deleted with the directory. */
final class ClockPage {
    private static final String FILE_NAME = "clocks";
    static final long UNKNOWN_CLOCK = -1;
    private static final int BYTES = 4096;
    private static final VarHandle LONGS = MethodHandles.byteBufferViewVarHandle(long[].class, ByteOrder.nativeOrder());

    private final MappedByteBuffer memory;

    private ClockPage(MappedByteBuffer memory) {
        this.memory = memory;
    }

    /** The entries of the page; each is a long. */
    enum Entry {
        /** Set to 1 before the client connects. */
        CLIENT_IS_HERE(0),
        /** Odd after the client has asked, even after the server has answered. */
        TURN(Long.BYTES),
        /** The server's clock when it answered, in nanoseconds. */
        SERVER_NANOS(2 * Long.BYTES),
        /** Number of series of exchanges that the client has ended. */
        ENDED(3 * Long.BYTES),
        /** The bound that the exchanges have proven so far, in nanoseconds. */
        BOUND_NANOS(4 * Long.BYTES),
        /** Number of series of exchanges that the server has begun to answer. */
        ANSWERING(5 * Long.BYTES),
        /**
         * Identity of the kernel's clock that the server reads; {@link #UNKNOWN_CLOCK} if the kernel does not tell.
         */
        SERVER_CLOCK(6 * Long.BYTES);

        private final int offset;

        Entry(int offset) {
            this.offset = offset;
        }
    }

    /** Makes a new page, which replaces the page of an earlier assignment; called in the server. */
    static ClockPage make(Session session) throws IOException {
        Path file = file(session);
        Files.deleteIfExists(file);
        Files.createFile(file, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
        try (RandomAccessFile content = new RandomAccessFile(file.toFile(), "rw")) {
            content.write(new byte[BYTES]); // allocated now: a full disk would end the process at the first access
            return map(content.getChannel());
        }
    }

    /** Opens the page that the server has made; called in the client. */
    static ClockPage open(Session session) throws IOException {
        try (FileChannel content = FileChannel.open(file(session), StandardOpenOption.READ, StandardOpenOption.WRITE)) {
            return map(content);
        }
    }

    /** Each connection of a session has its own page. */
    private static Path file(Session session) {
        return session.scratchDirectory().resolve(session.nameOf(FILE_NAME));
    }

    /**
     * Maps the page as writable in both peers: read-only memory has another class, for which the JVM would discard code
     * that was compiled for the transport.
     */
    private static ClockPage map(FileChannel content) throws IOException {
        return new ClockPage(content.map(FileChannel.MapMode.READ_WRITE, 0, BYTES));
    }

    long get(Entry entry) {
        return (long) LONGS.getVolatile(memory, entry.offset);
    }

    void set(Entry entry, long value) {
        LONGS.setVolatile(memory, entry.offset, value);
    }
}
