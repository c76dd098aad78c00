package org.ipcbench.workload.message;

import java.io.IOException;
import java.nio.ByteBuffer;

/** The layout of messages of 8 to 15 bytes: the first long is written and read. */
final class OneLongLayout extends MessageLayout {
    @Override
    public void write(ByteBuffer buffer, long sequence, int last, long sendTimeNanos) {
        buffer.putLong(buffer.position(), word(sequence, last));
    }

    @Override
    public boolean check(ByteBuffer buffer, long sequence) throws IOException {
        long found = buffer.getLong(buffer.position());
        long expected = word(sequence, (int) (found & LAST));
        if (found != expected) {
            throw fault(buffer, sequence, expected, found);
        }
        return (found & LAST) != 0;
    }

    @Override
    public long sequence(ByteBuffer buffer) {
        return sequenceIn(buffer.getLong(buffer.position()));
    }

    @Override
    boolean beginsAt(ByteBuffer buffer, int index, long sequence) {
        return sequenceIn(buffer.getLong(index)) == sequence;
    }

    @Override
    public long sequenceBits() {
        return ALL_BITS;
    }

    @Override
    public boolean isSound(ByteBuffer buffer) {
        return sequence(buffer) >= 0;
    }
}
