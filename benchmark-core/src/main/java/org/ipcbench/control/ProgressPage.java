package org.ipcbench.control;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.nio.MappedByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.OptionalLong;
import java.util.function.LongConsumer;
import org.ipcbench.kernel.OpenFile;

/**
 * The message counts of a peer's connections, in a file beside its control socket: the peer's measuring threads write
 * to the file's memory whenever they look at the clock, and the launcher reads the file. So no thread has to run, and no
 * message has to be sent, only to show that the peer makes progress.
 */
public final class ProgressPage {
    private static final String EXTENSION = ".progress";

    /** Each count has a cache line of its own, so that measuring threads do not disturb each other. */
    private static final int LINE_BYTES = 64;

    /** Where in the line the number of messages is that arrived again, which peers in other languages leave at 0. */
    private static final int REPEATED_AT = Long.BYTES;

    private static final VarHandle LONGS = MethodHandles.byteBufferViewVarHandle(long[].class, ByteOrder.nativeOrder());

    private static final VarHandle READ_LONGS =
            MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.nativeOrder());

    private final MappedByteBuffer memory;

    private ProgressPage(MappedByteBuffer memory) {
        this.memory = memory;
    }

    /** The file of the peer with this control socket. */
    public static Path beside(Path controlSocket) {
        String name = controlSocket.getFileName().toString();
        int end = name.lastIndexOf('.');
        return controlSocket.resolveSibling((end < 0 ? name : name.substring(0, end)) + EXTENSION);
    }

    /**
     * Makes the page of an assignment, in the file of an earlier one if there is any, which the launcher has open; called in the
     * peer.
     */
    public static ProgressPage make(Path file, int connections) throws IOException {
        if (!Files.exists(file)) {
            Files.createFile(file, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
        }
        int bytes = connections * LINE_BYTES; // no longer, since the launcher sums all lines
        try (RandomAccessFile content = new RandomAccessFile(file.toFile(), "rw")) {
            byte[] zeros = new byte[Math.max(bytes, (int) content.length())];
            content.write(zeros); // allocated now: a full disk would end the process at the first access
            return new ProgressPage(content.getChannel().map(FileChannel.MapMode.READ_WRITE, 0, bytes));
        }
    }

    /** The sum of all counts of messages; empty if the peer has no page, or one that is being made. */
    public static OptionalLong sum(OpenFile page) {
        return sum(page, 0);
    }

    /** The sum of all counts of messages that arrived again; 0 if the peer counts none. */
    public static long repeated(OpenFile page) {
        return sum(page, REPEATED_AT).orElse(0);
    }

    private static OptionalLong sum(OpenFile page, int at) {
        byte[] bytes = page.bytes();
        long sum = 0;
        for (int line = 0; line + LINE_BYTES <= bytes.length; line += LINE_BYTES) {
            sum += (long) READ_LONGS.get(bytes, line + at);
        }
        return bytes.length == 0 ? OptionalLong.empty() : OptionalLong.of(sum);
    }

    /** The writer of the number of messages that arrived again over one connection. */
    public LongConsumer repeated(int connection) {
        int offset = connection * LINE_BYTES + REPEATED_AT;
        return messages -> LONGS.setOpaque(memory, offset, messages);
    }

    /** The writer of one connection's count. */
    public LongConsumer counter(int connection) {
        int offset = connection * LINE_BYTES;
        return messages -> LONGS.setOpaque(memory, offset, messages);
    }
}
