package org.ipcbench.transports.stream;

import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.ReadableByteChannel;
import java.nio.channels.WritableByteChannel;
import org.ipcbench.transport.AlignedMemory;
import org.ipcbench.transport.DuplexChannel;
import org.ipcbench.transport.Room;

/**
 * Messages over a byte stream. A commit is one write of the whole message. A receive reads as many whole messages as have
 * arrived and fit, or, {@linkplain #messageByMessage message by message}, just the next one; in both cases only the kernel
 * copies.
 */
public final class StreamChannel implements DuplexChannel {
    /** Maximum size of one read: larger reads gained nothing and exceed the CPU's second-level cache sooner. */
    private static final int BULK_BYTES = 64 << 10;

    private final ReadableByteChannel source;
    private final WritableByteChannel sink;
    private final ByteBuffer outgoing;
    private final ByteBuffer incoming;
    private Room.Source room = Room.Source.UNKNOWN;
    private boolean forTwoThreads = true;
    private int mostAtOnce = Integer.MAX_VALUE;
    private int refusals;
    private int claimed;
    /** Start of the bytes in {@link #incoming} that have arrived and were not handed out yet. */
    private int unreadStart;
    /** End of these bytes. */
    private int unreadEnd;

    private boolean ended;

    /**
     * Takes both directions of a connection over, and reads in bulk.
     *
     * @param source where messages arrive
     * @param sink where messages go; may be the same object
     * @param messageSizeBytes the largest message
     */
    public StreamChannel(ReadableByteChannel source, WritableByteChannel sink, int messageSizeBytes) {
        this(source, sink, messageSizeBytes, Math.max(messageSizeBytes, BULK_BYTES));
    }

    private StreamChannel(
            ReadableByteChannel source, WritableByteChannel sink, int messageSizeBytes, int readAtOnceBytes) {
        this.source = source;
        this.sink = sink;
        outgoing = AlignedMemory.allocate(messageSizeBytes);
        incoming = AlignedMemory.allocate(readAtOnceBytes);
    }

    /** A channel that never reads more at once than the largest message; the parameters are those of the constructor. */
    public static StreamChannel messageByMessage(
            ReadableByteChannel source, WritableByteChannel sink, int messageSizeBytes) {
        return new StreamChannel(source, sink, messageSizeBytes, messageSizeBytes);
    }

    /** Says from now on that both directions share state, so that only one thread may use it. */
    public StreamChannel forOneThread() {
        forTwoThreads = false;
        return this;
    }

    @Override
    public boolean isForTwoThreads() {
        return forTwoThreads;
    }

    /** Reads one message at once from now on: others are for other processes, and so are answers. */
    public StreamChannel forOneOfSeveral() {
        mostAtOnce = 1;
        return this;
    }

    @Override
    public boolean keepsOrder() {
        return mostAtOnce > 1;
    }

    /** Tells from now on what both directions hold, which counts messages of one write. */
    public StreamChannel holding(Room.Source source) {
        room = sink instanceof HeaderFirst ? Room.Source.UNKNOWN : source;
        return this;
    }

    /** Says how often its client was turned away before. */
    public StreamChannel after(int times) {
        refusals = times;
        return this;
    }

    @Override
    public int refusals() {
        return refusals;
    }

    @Override
    public Room room(int messageBytes) throws IOException {
        return room.of(messageBytes);
    }

    @Override
    public ByteBuffer claim(int length) {
        claimed = length;
        return outgoing.clear().limit(length);
    }

    @Override
    public void commit() throws IOException {
        outgoing.limit(claimed).position(0);
        do {
            sink.write(outgoing);
        } while (outgoing.hasRemaining());
    }

    @Override
    public ByteBuffer receive(int length) throws IOException {
        if (unreadEnd - unreadStart < length) {
            readAtLeast(length);
        }
        int start = unreadStart;
        unreadStart = start + length;
        return incoming.limit(start + length).position(start);
    }

    @Override
    public void close() throws IOException {
        try (source) {
            sink.close();
        }
    }

    /**
     * Whether {@link #receive} does not have to wait: the message is complete, or the other side has closed. Reads at most
     * once, from a source that does not block.
     */
    public boolean isReceivable(int length) throws IOException {
        if (holds(length)) {
            return true;
        }
        makeRoom(length);
        ended = source.read(incoming) < 0;
        unreadEnd = incoming.position();
        return ended || unreadEnd - unreadStart >= length;
    }

    /** Whether another whole message has been read already. */
    public boolean holds(int length) {
        return unreadEnd - unreadStart >= length;
    }

    /** Whether {@link #isReceivable} has found that the other side has closed. */
    public boolean hasEnded() {
        return ended;
    }

    private void readAtLeast(int length) throws IOException {
        makeRoom(length);
        do {
            if (source.read(incoming) < 0) {
                throw new EOFException("the other side has closed the connection");
            }
        } while (incoming.position() - unreadStart < length);
        unreadEnd = incoming.position();
    }

    /** Makes room only for whole messages, after the bytes of the next one that have been read already. */
    private void makeRoom(int length) {
        if (unreadStart == unreadEnd) {
            unreadStart = 0;
            unreadEnd = 0;
        } else if (incoming.capacity() - unreadStart < length) {
            compact();
        }
        int wholeMessages = Math.min(mostAtOnce, (incoming.capacity() - unreadStart) / length);
        incoming.limit(unreadStart + wholeMessages * length).position(unreadEnd);
    }

    /** Needed only if messages of different lengths follow each other; messages of one length end at the end of the buffer. */
    private void compact() {
        incoming.limit(unreadEnd).position(unreadStart);
        incoming.compact();
        unreadEnd -= unreadStart;
        unreadStart = 0;
    }
}
