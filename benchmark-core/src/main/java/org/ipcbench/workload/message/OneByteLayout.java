package org.ipcbench.workload.message;

import java.io.IOException;
import java.nio.ByteBuffer;

/** The layout of messages below 8 bytes: one byte is written and read. */
final class OneByteLayout extends MessageLayout {
    private static final long SEVEN_BITS = 0x7f;

    @Override
    public void write(ByteBuffer buffer, long sequence, int last, long sendTimeNanos) {
        buffer.put(buffer.position(), (byte) word(sequence, last));
    }

    @Override
    public boolean check(ByteBuffer buffer, long sequence) throws IOException {
        byte found = buffer.get(buffer.position());
        byte expected = (byte) word(sequence, found & LAST);
        if (found != expected) {
            throw fault(buffer, sequence, expected, found);
        }
        return (found & LAST) != 0;
    }

    @Override
    public long sequence(ByteBuffer buffer) {
        return sequenceIn(Byte.toUnsignedLong(buffer.get(buffer.position()))) & SEVEN_BITS;
    }

    @Override
    boolean beginsAt(ByteBuffer buffer, int index, long sequence) {
        return false; // a match of seven bits proves nothing
    }

    @Override
    public long sequenceBits() {
        return SEVEN_BITS;
    }

    @Override
    public boolean isSound(ByteBuffer buffer) {
        return true; // the message has no redundancy to check
    }
}
