package org.ipcbench.workload.message;

import java.io.IOException;
import java.nio.ByteBuffer;

/** The layout of messages of 16 bytes or more: one long in each line is written and read. */
final class LinesLayout extends MessageLayout {
    private final int lastLineOffset;
    private final long furtherLines;

    LinesLayout(int messageBytes) {
        lastLineOffset = messageBytes - Long.BYTES;
        furtherLines = lastLineOffset / LINE_BYTES;
    }

    @Override
    public void write(ByteBuffer buffer, long sequence, int last, long sendTimeNanos) {
        int start = buffer.position();
        long word = word(sequence, last);
        buffer.putLong(start, word);
        buffer.putLong(start + Long.BYTES, sendTimeNanos);
        int end = start + lastLineOffset;
        for (int line = start + LINE_BYTES; line <= end; line += LINE_BYTES) {
            buffer.putLong(line, word);
        }
    }

    @Override
    public boolean carriesSendTime() {
        return true;
    }

    @Override
    public long sendTimeNanos(ByteBuffer buffer) {
        return buffer.getLong(buffer.position() + Long.BYTES);
    }

    @Override
    public boolean check(ByteBuffer buffer, long sequence) throws IOException {
        long word = buffer.getLong(buffer.position());
        long sum = sumOfFurtherLines(buffer);
        long expected = word(sequence, (int) (word & LAST));
        if (word != expected) {
            throw fault(buffer, sequence, expected, word);
        }
        if (sum != word * furtherLines) {
            throw fault(buffer, sequence, word * furtherLines, sum);
        }
        return (word & LAST) != 0;
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
        long word = buffer.getLong(buffer.position());
        return sumOfFurtherLines(buffer) == word * furtherLines && sequenceIn(word) >= 0;
    }

    private long sumOfFurtherLines(ByteBuffer buffer) {
        int start = buffer.position();
        long sum = 0;
        int end = start + lastLineOffset;
        for (int line = start + LINE_BYTES; line <= end; line += LINE_BYTES) {
            sum += buffer.getLong(line);
        }
        return sum;
    }
}
