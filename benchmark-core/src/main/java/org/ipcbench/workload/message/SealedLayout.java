package org.ipcbench.workload.message;

import java.io.IOException;
import java.nio.ByteBuffer;

/**
 * A header of 8 or 16 bytes in which every single-bit error is detected: the upper 16 bits of its first long are
 * derived from the lower 48, which hold the sequence number and the last bit, and from the send time. No run has more
 * than 2<sup>47</sup> messages.
 */
abstract sealed class SealedLayout extends MessageLayout {
    private static final int SEAL_SHIFT = 48;
    private static final long NUMBER_BITS = (1L << SEAL_SHIFT) - 1;

    /**
     * The fractional part of the golden ratio, and a factor of the hash function MurmurHash3. No power of two times the
     * first, or times both, has 16 upper bits that are all equal, so that a difference in a single bit always changes
     * these bits.
     */
    private static final long NUMBER_FACTOR = 0x9e37_79b9_7f4a_7c15L;

    private static final long TIME_FACTOR = 0xff51_afd7_ed55_8ccdL;

    private static long seal(long word, long sendTimeNanos) {
        long number = word & NUMBER_BITS;
        long mixed = (number + sendTimeNanos * TIME_FACTOR) * NUMBER_FACTOR;
        return (mixed & ~NUMBER_BITS) | number;
    }

    @Override
    public final boolean check(ByteBuffer buffer, long sequence) throws IOException {
        long found = buffer.getLong(buffer.position());
        long expected = seal(word(sequence, (int) (found & LAST)), sendTimeAt(buffer, buffer.position()));
        if (found != expected) {
            throw fault(buffer, sequence, expected, found);
        }
        return (found & LAST) != 0;
    }

    @Override
    public final long sequence(ByteBuffer buffer) {
        return sequenceIn(buffer.getLong(buffer.position()) & NUMBER_BITS);
    }

    @Override
    public final boolean isSound(ByteBuffer buffer) {
        return isSealed(buffer, buffer.position()) && sequence(buffer) >= 0;
    }

    @Override
    final boolean beginsAt(ByteBuffer buffer, int index, long sequence) {
        return index + headerBytes() <= buffer.limit()
                && sequenceIn(buffer.getLong(index) & NUMBER_BITS) == sequence
                && isSealed(buffer, index);
    }

    private boolean isSealed(ByteBuffer buffer, int index) {
        long found = buffer.getLong(index);
        return found == seal(found, sendTimeAt(buffer, index));
    }

    @Override
    public final long sendTimeNanos(ByteBuffer buffer) {
        return sendTimeAt(buffer, buffer.position());
    }

    abstract int headerBytes();

    /** The send time in the header that begins at this index. */
    abstract long sendTimeAt(ByteBuffer buffer, int index);

    /** Without a send time. */
    static final class Plain extends SealedLayout {
        @Override
        public void write(ByteBuffer buffer, long sequence, int last, long sendTimeNanos) {
            buffer.putLong(buffer.position(), seal(word(sequence, last), 0));
        }

        @Override
        public boolean carriesSendTime() {
            return false;
        }

        @Override
        int headerBytes() {
            return Long.BYTES;
        }

        @Override
        long sendTimeAt(ByteBuffer buffer, int index) {
            return 0;
        }
    }

    /** With a send time. */
    static final class Timed extends SealedLayout {
        @Override
        public void write(ByteBuffer buffer, long sequence, int last, long sendTimeNanos) {
            buffer.putLong(buffer.position(), seal(word(sequence, last), sendTimeNanos));
            buffer.putLong(buffer.position() + Long.BYTES, sendTimeNanos);
        }

        @Override
        public boolean carriesSendTime() {
            return true;
        }

        @Override
        int headerBytes() {
            return 2 * Long.BYTES;
        }

        @Override
        long sendTimeAt(ByteBuffer buffer, int index) {
            return buffer.getLong(index + Long.BYTES);
        }
    }

    /**
     * A sealed header followed by bytes that are derived from the header and from their position, so that the receiver can
     * tell for every byte whether it is the one that was sent.
     */
    static final class Filled extends MessageLayout {
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
        Filled(MessageLayout header, int headerBytes, int messageBytes) {
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
}
