package org.ipcbench.workload.message;

import java.io.IOException;
import java.nio.ByteBuffer;

/**
 * A header of one byte in which every single-bit error is detected: the last bit, six bits of the sequence number plus
 * one, and a bit that makes the number of ones odd.
 */
final class SealedByteLayout extends MessageLayout {
    private static final int NUMBER_BITS = 0x7f;
    private static final int PARITY_SHIFT = 7;
    private static final long SIX_BITS = 0x3f;

    private static byte seal(long word) {
        int number = (int) word & NUMBER_BITS;
        int even = ~Integer.bitCount(number) & 1;
        return (byte) (number | even << PARITY_SHIFT);
    }

    @Override
    public void write(ByteBuffer buffer, long sequence, int last, long sendTimeNanos) {
        buffer.put(buffer.position(), seal(word(sequence, last)));
    }

    @Override
    public boolean check(ByteBuffer buffer, long sequence) throws IOException {
        byte found = buffer.get(buffer.position());
        byte expected = seal(word(sequence, found & LAST));
        if (found != expected) {
            throw fault(buffer, sequence, expected, found);
        }
        return (found & LAST) != 0;
    }

    @Override
    public long sequence(ByteBuffer buffer) {
        return sequenceIn(buffer.get(buffer.position()) & NUMBER_BITS) & SIX_BITS;
    }

    @Override
    public long sequenceBits() {
        return SIX_BITS;
    }

    @Override
    public boolean isSound(ByteBuffer buffer) {
        byte found = buffer.get(buffer.position());
        return found == seal(found);
    }

    @Override
    boolean beginsAt(ByteBuffer buffer, int index, long sequence) {
        return false; // a match of six bits proves nothing
    }
}
