package org.ipcbench.transports.aeron;

import io.aeron.ExclusivePublication;
import io.aeron.Publication;
import io.aeron.logbuffer.BufferClaim;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.ClosedChannelException;
import org.agrona.MutableDirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;
import org.ipcbench.transports.shared.InPlaceWriter;

/** The writing end of a log. Messages that fit into a fragment are written in place, others through a buffer. */
final class LogWriter implements InPlaceWriter {
    private final ExclusivePublication publication;
    private final int longestFragment;
    private final BufferClaim claimed = new BufferClaim();
    private final ByteBuffer longMessage;
    private final UnsafeBuffer longMessageMemory;
    /** Length of the message in the buffer; 0 if the claimed one is in the log. */
    private int longLength;

    LogWriter(ExclusivePublication publication, int longestFragment, int longestMessage) {
        this.publication = publication;
        this.longestFragment = longestFragment;
        longMessage = ByteBuffer.allocateDirect(longestMessage > longestFragment ? longestMessage : 0)
                .order(ByteOrder.nativeOrder());
        longMessageMemory = new UnsafeBuffer(longMessage);
    }

    @Override
    public ByteBuffer claim(int length) throws IOException {
        if (length > longestFragment) {
            longLength = length;
            return longMessage.clear().limit(length);
        }
        longLength = 0;
        long result = publication.tryClaim(length, claimed);
        while (result < 0) {
            await(result);
            result = publication.tryClaim(length, claimed);
        }
        MutableDirectBuffer frame = claimed.buffer();
        int start = frame.wrapAdjustment() + claimed.offset();
        return frame.byteBuffer().limit(start + length).position(start);
    }

    @Override
    public void commit() throws IOException {
        if (longLength == 0) {
            claimed.commit();
            return;
        }
        long result = publication.offer(longMessageMemory, 0, longLength);
        while (result < 0) {
            await(result);
            result = publication.offer(longMessageMemory, 0, longLength);
        }
    }

    /** The client closes the publication. */
    @Override
    public void close() {}

    /** Waits once, or throws the reason why the message will never be accepted. */
    private static void await(long result) throws IOException {
        if (result == Publication.CLOSED) {
            throw new ClosedChannelException();
        }
        if (result == Publication.NOT_CONNECTED) {
            throw new IOException("the other side has closed Aeron's stream and will make no more room");
        }
        if (result == Publication.MAX_POSITION_EXCEEDED) {
            throw new IOException("Aeron's stream has ended; a larger --buffer allows a longer one");
        }
        if (Thread.currentThread().isInterrupted()) {
            throw new InterruptedIOException("interrupted while waiting for the other side to make room");
        }
        Thread.onSpinWait();
    }
}
