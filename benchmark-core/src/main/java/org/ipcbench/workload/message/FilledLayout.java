package org.ipcbench.workload.message;

import java.io.IOException;
import java.nio.ByteBuffer;

/**
 * A sealed header followed by bytes that are derived from the header and from their position, so that the receiver can
 * tell for every byte whether it is the one that was sent.
 */
final class FilledLayout extends MessageLayout {
    /** Odd, so that no two words of a message are equal: the fractional part of the golden ratio. */
    private static final long STEP = 0x9e37_79b9_7f4a_7c15L;

    /** Odd, so that messages with different headers have different payloads: a factor of the hash function MurmurHash3. */
    private static final long HEADER_FACTOR = 0xc4ce_b9fe_1a85_ec53L;

    private final MessageLayout header;
    private final int headerBytes;
    private final int wordsEnd;
    private final int messageBytes;

    /**
     * A layout for messages of one size.
     *
     * @param header sealed layout of the first {@code headerBytes} bytes
     */
    FilledLayout(MessageLayout header, int headerBytes, int messageBytes) {
        this.header = header;
        this.headerBytes = headerBytes;
        this.messageBytes = messageBytes;
        wordsEnd = messageBytes - (messageBytes - headerBytes) % Long.BYTES;
    }

    @Override
    public void write(ByteBuffer buffer, long sequence, int last, long sendTimeNanos) {
        header.write(buffer, sequence, last, sendTimeNanos);
        int start = buffer.position();
        long word = firstWord(buffer);
        int end = start + wordsEnd;
        for (int at = start + headerBytes; at < end; at += Long.BYTES) {
            buffer.putLong(at, word);
            word += STEP;
        }
        for (int at = end; at < start + messageBytes; at++) {
            buffer.put(at, (byte) word);
            word >>>= Byte.SIZE;
        }
    }

    @Override
    public boolean carriesSendTime() {
        return header.carriesSendTime();
    }

    @Override
    public long sendTimeNanos(ByteBuffer buffer) {
        return header.sendTimeNanos(buffer);
    }

    @Override
    public boolean check(ByteBuffer buffer, long sequence) throws IOException {
        boolean last = header.check(buffer, sequence);
        long difference = difference(buffer);
        if (difference != 0) {
            throw header.damage(
                    buffer, sequence, "its payload differs in the bits %016x of some words".formatted(difference));
        }
        return last;
    }

    @Override
    public long sequence(ByteBuffer buffer) {
        return header.sequence(buffer);
    }

    @Override
    boolean beginsAt(ByteBuffer buffer, int index, long sequence) {
        return header.beginsAt(buffer, index, sequence);
    }

    @Override
    public long sequenceBits() {
        return header.sequenceBits();
    }

    @Override
    public boolean isSound(ByteBuffer buffer) {
        return header.isSound(buffer) && difference(buffer) == 0;
    }

    /** Reads every byte of the payload. Returns the bits that differ from the expected ones in any word. */
    private long difference(ByteBuffer buffer) {
        int start = buffer.position();
        long word = firstWord(buffer);
        int end = start + wordsEnd;
        long difference = 0;
        for (int at = start + headerBytes; at < end; at += Long.BYTES) {
            difference |= buffer.getLong(at) ^ word;
            word += STEP;
        }
        for (int at = end; at < start + messageBytes; at++) {
            difference |= (buffer.get(at) ^ word) & 0xff;
            word >>>= Byte.SIZE;
        }
        return difference;
    }

    /**
     * The first word of the payload, which differs between any two headers; the first long of a header seals the send
     * time as well.
     */
    private long firstWord(ByteBuffer buffer) {
        int start = buffer.position();
        return HEADER_FACTOR * (headerBytes < Long.BYTES ? buffer.get(start) : buffer.getLong(start));
    }
}
