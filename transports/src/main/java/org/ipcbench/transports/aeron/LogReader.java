package org.ipcbench.transports.aeron;

import io.aeron.Image;
import io.aeron.logbuffer.ControlledFragmentHandler;
import io.aeron.logbuffer.FrameDescriptor;
import io.aeron.logbuffer.Header;
import java.io.EOFException;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import org.agrona.DirectBuffer;
import org.ipcbench.transport.WrongLengthException;
import org.ipcbench.transports.shared.InPlaceReader;

/**
 * The reading end of a log. A message of one fragment is read in place; the driver keeps it as long as this side's position
 * is before it. The fragments of a longer message are reassembled in a buffer.
 */
final class LogReader implements InPlaceReader, ControlledFragmentHandler {
    private final Image image;
    private final ByteBuffer longMessage;
    /** The last message: a part of the log, or the buffer. */
    private ByteBuffer message;
    /** Whether the message is complete. */
    private boolean complete;
    /** Position of the next read; ahead of the image's position while a message in the log is in use. */
    private long position;

    LogReader(Image image, int longestMessage) {
        this.image = image;
        longMessage = ByteBuffer.allocateDirect(longestMessage).order(ByteOrder.nativeOrder());
        message = longMessage;
        position = image.position();
    }

    @Override
    public ByteBuffer receive(int length) throws IOException {
        release();
        while (!complete) {
            long before = position;
            long peeked = image.controlledPeek(before, this, Long.MAX_VALUE);
            if (position == before) { // no fragment
                if (peeked == before) {
                    await();
                } else {
                    position = peeked; // the unused rest of a term
                    image.position(position);
                }
            }
        }
        if (message.remaining() != length) {
            throw new WrongLengthException(message.remaining(), length);
        }
        return message;
    }

    @Override
    public void release() {
        if (complete) {
            complete = false;
            image.position(position);
        }
    }

    /** One fragment at a time. */
    @Override
    public Action onFragment(DirectBuffer buffer, int offset, int length, Header header) {
        byte flags = header.flags();
        if ((flags & FrameDescriptor.UNFRAGMENTED) == FrameDescriptor.UNFRAGMENTED) {
            int start = buffer.wrapAdjustment() + offset;
            message = buffer.byteBuffer().limit(start + length).position(start);
            complete = true;
        } else {
            if ((flags & FrameDescriptor.BEGIN_FRAG_FLAG) != 0) {
                message = longMessage.clear();
            }
            buffer.getBytes(offset, message, length);
            if ((flags & FrameDescriptor.END_FRAG_FLAG) != 0) {
                message.flip();
                complete = true;
            }
        }
        position = header.position();
        return Action.BREAK;
    }

    @Override
    public void close() {
        release();
    }

    private void await() throws IOException {
        if (image.isClosed() || image.isEndOfStream()) {
            throw new EOFException("the other side has closed Aeron's stream");
        }
        if (Thread.currentThread().isInterrupted()) {
            throw new InterruptedIOException("interrupted while waiting for the other side's message");
        }
        Thread.onSpinWait();
    }
}
