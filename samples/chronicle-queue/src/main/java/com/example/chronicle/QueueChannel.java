package com.example.chronicle;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedChannelException;
import net.openhft.chronicle.bytes.Bytes;
import net.openhft.chronicle.queue.ExcerptAppender;
import net.openhft.chronicle.queue.ExcerptTailer;
import org.ipcbench.transport.resource.AlignedMemory;
import org.ipcbench.transport.Channel;
import org.ipcbench.transport.WrongLengthException;

/** Messages as excerpts of the queues: copied into one by the sender and out of it by the receiver, and nothing allocated. */
final class QueueChannel implements Channel {
    private final QueueEnds ends;
    private final ExcerptAppender appender;
    private final ExcerptTailer tailer;
    private final ByteBuffer outgoing;
    private final ByteBuffer incoming;
    /** The memory of the buffers, as the library wants it. */
    private final Bytes<?> outgoingBytes;

    private final Bytes<?> incomingBytes;
    private int claimed;
    private boolean closed;

    QueueChannel(QueueEnds ends, int messageSizeBytes) {
        this.ends = ends;
        appender = ends.appender();
        tailer = ends.tailer();
        outgoing = AlignedMemory.allocate(messageSizeBytes);
        incoming = AlignedMemory.allocate(messageSizeBytes);
        outgoingBytes = Bytes.wrapForRead(outgoing);
        incomingBytes = Bytes.wrapForWrite(incoming);
    }

    @Override
    public ByteBuffer claim(int length) throws IOException {
        requireOpen();
        claimed = length;
        return outgoing.clear().limit(length);
    }

    @Override
    public void commit() throws IOException {
        requireOpen();
        outgoingBytes.readPositionRemaining(0, claimed);
        appender.writeBytes(outgoingBytes);
    }

    @Override
    public ByteBuffer receive(int length) throws IOException {
        requireOpen();
        incomingBytes.clear();
        while (!tailer.readBytes(incomingBytes)) {
            Thread.onSpinWait();
        }
        if (incomingBytes.readRemaining() != length) {
            throw new WrongLengthException((int) incomingBytes.readRemaining(), length);
        }
        return incoming.clear().limit(length);
    }

    @Override
    public void close() throws IOException {
        if (!closed) {
            closed = true;
            ends.leave();
        }
    }

    private void requireOpen() throws ClosedChannelException {
        if (closed) {
            throw new ClosedChannelException();
        }
    }
}
