package org.ipcbench.workload.message;

import java.io.IOException;
import java.nio.ByteBuffer;
import org.ipcbench.measure.sample.CallParts;
import org.ipcbench.transport.WrongLengthException;
import org.ipcbench.workload.codec.Documents;

/**
 * The layout of the messages of one size, in native byte order:
 *
 * <ul>
 *   <li>from 1 byte: byte 0 holds the <em>last</em> bit and 7 bits of the sequence number plus one,
 *   <li>from 8 bytes: the first long is {@code (sequence + 1) << 1 | last} (on little-endian machines its first byte is
 *       the byte 0 above; a size uses one of the two forms on both sides),
 *   <li>from 16 bytes: the second long is the send time if the message is sampled, else zero,
 *   <li>from 72 bytes: the first long of every further 64-byte line repeats the first long of the message, so that the
 *       sender writes and the receiver reads every line of the payload.
 * </ul>
 *
 * <p>This layout is used if the payload is {@linkplain Payload#TOUCHED touched}. With {@link Payload#HEADER} nothing is
 * written to the further lines. With {@link Payload#FULL} the header is {@linkplain SealedLayout sealed}, and every
 * byte after it is derived from it.
 */
public abstract sealed class MessageLayout
        permits SealedLayout.Filled,
                SealedLayout,
                SealedByteLayout,
                OneByteLayout,
                OneLongLayout,
                LinesLayout,
                CodedLayout {
    public static final int LINE_BYTES = 64;
    public static final int LAST = 1;
    static final long ALL_BITS = -1;

    /** A message whose number differs by more than this from the due one counts as damaged. */
    private static final long MAX_AHEAD = ArrivalWindow.MAX_AHEAD;

    public static MessageLayout ofSize(int messageBytes, Payload payload) {
        int headerBytes = headerBytes(messageBytes);
        return switch (payload) {
            case TOUCHED -> touched(messageBytes);
            case HEADER -> touched(headerBytes);
            case FULL -> new SealedLayout.Filled(sealed(headerBytes), headerBytes, messageBytes);
        };
    }

    /**
     * The layout of requests, or of answers, that a codec writes and reads.
     *
     * @param meter times the parts of a call on this side
     */
    public static MessageLayout coded(Documents<?> documents, CallParts.Meter meter, boolean ofRequests) {
        return new CodedLayout(documents, meter, ofRequests);
    }

    /** The layout of a header in which every single-bit error is detected. */
    public static MessageLayout sealed(int headerBytes) {
        return switch (headerBytes) {
            case 1 -> new SealedByteLayout();
            case Long.BYTES -> new SealedLayout.Plain();
            default -> new SealedLayout.Timed();
        };
    }

    private static MessageLayout touched(int messageBytes) {
        return switch (headerBytes(messageBytes)) {
            case 1 -> new OneByteLayout();
            case Long.BYTES -> new OneLongLayout();
            default -> new LinesLayout(messageBytes);
        };
    }

    private static int headerBytes(int messageBytes) {
        if (messageBytes < Long.BYTES) {
            return 1;
        }
        return messageBytes < 2 * Long.BYTES ? Long.BYTES : 2 * Long.BYTES;
    }

    /**
     * The sum of all that a receiver reads of the touched payload of successive messages, of which the last one carries the last bit.
     *
     * @param first sequence number of the first message
     */
    public static long sumOfTouched(int messageBytes, long first, long messages) {
        if (messageBytes >= Long.BYTES) {
            long words = 2 * (messages * first + messages * (messages + 1) / 2) + LAST;
            return words * (1 + (messageBytes - Long.BYTES) / LINE_BYTES);
        }
        final int cycle = 128; // seven bits of the sequence number
        long sum = messages / cycle * (cycle * (cycle - 1)) + LAST;
        for (long sequence = first; sequence < first + messages % cycle; sequence++) {
            sum += word(sequence, 0) & 0xff;
        }
        return sum;
    }

    /** Writes header and payload into the buffer, starting at its position. */
    public abstract void write(ByteBuffer buffer, long sequence, int last, long sendTimeNanos);

    /** Whether there is room for a send time. */
    public boolean carriesSendTime() {
        return false;
    }

    /** The send time, in nanoseconds; zero if there is none. */
    public long sendTimeNanos(ByteBuffer buffer) {
        return 0;
    }

    /**
     * Reads every line of the message.
     *
     * @return whether the message carries the last bit
     * @throws CorruptMessageException if the message is damaged
     * @throws MisplacedMessageException if the message has another sequence number
     * @throws WrongLengthException if the next message begins within this one
     */
    public abstract boolean check(ByteBuffer buffer, long sequence) throws IOException;

    /** The sequence number, as far as the message contains it. */
    public long sequence(ByteBuffer buffer) {
        return sequenceIn(buffer.getLong(buffer.position()));
    }

    /** Mask of the sequence number's bits that a message contains. */
    public long sequenceBits() {
        return ALL_BITS;
    }

    /** Whether a message contains its whole sequence number. */
    public final boolean tellsWholeSequence() {
        return sequenceBits() == ALL_BITS;
    }

    /** Reads every line of the message and returns whether the lines agree with each other. */
    public abstract boolean isSound(ByteBuffer buffer);

    /** Whether the header of the message with this number begins at this index, as far as it can be told from other bytes. */
    boolean beginsAt(ByteBuffer buffer, int index, long sequence) {
        return sequenceIn(buffer.getLong(index)) == sequence;
    }

    /**
     * Finds out what is wrong with a message whose beginning differs from the due one's.
     *
     * @param due sequence number of the due message
     * @param expected first word of the due message
     * @param found first word of the received message
     */
    final IOException fault(ByteBuffer buffer, long due, long expected, long found) {
        int unknownBits = Long.numberOfLeadingZeros(sequenceBits());
        long ahead = (sequence(buffer) - due) << unknownBits >> unknownBits;
        if (ahead != 0 && Math.abs(ahead) <= MAX_AHEAD && isSound(buffer)) {
            return new MisplacedMessageException(due, due + ahead, (found & LAST) != 0);
        }
        return damage(buffer, due, "expected %016x, found %016x".formatted(expected, found));
    }

    /**
     * Finds out what is wrong with a damaged message. On a byte stream, if a message was truncated, the following bytes
     * move up, so that the next message begins inside it.
     *
     * @param due sequence number of the due message
     * @param difference text for the exception if the message's bytes are damaged
     */
    final IOException damage(ByteBuffer buffer, long due, String difference) {
        int start = buffer.position();
        for (int index = start + 1; index <= buffer.limit() - Long.BYTES; index++) {
            if (beginsAt(buffer, index, due + 1)) {
                return new WrongLengthException(index - start, buffer.remaining());
            }
        }
        return new CorruptMessageException("message %d is corrupt: %s".formatted(due, difference));
    }

    /** First word of a message; as a long it is never zero, so that unwritten memory is not mistaken for a message. */
    static long word(long sequence, int last) {
        return (sequence + 1) << 1 | last;
    }

    static long sequenceIn(long word) {
        return (word >>> 1) - 1;
    }
}

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
    public boolean isSound(ByteBuffer buffer) {
        return sequence(buffer) >= 0;
    }
}

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

/**
 * Messages that a codec writes and reads: documents, of which each has the sequence number and the last bit among its fields. Some of the
 * writings and readings are timed.
 */
final class CodedLayout extends MessageLayout {
    private final Documents<?> documents;
    private final CallParts.Meter meter;
    private final boolean ofRequests;

    /**
     * A layout of requests, or of answers.
     *
     * @param meter times the parts of a call on this side, of which the request is the first one and the answer the last one
     */
    CodedLayout(Documents<?> documents, CallParts.Meter meter, boolean ofRequests) {
        this.documents = documents;
        this.meter = meter;
        this.ofRequests = ofRequests;
    }

    @Override
    public void write(ByteBuffer buffer, long sequence, int last, long sendTimeNanos) {
        begin();
        documents.encode(buffer, sequence, last == LAST);
        end();
    }

    @Override
    public boolean check(ByteBuffer buffer, long sequence) throws IOException {
        begin();
        boolean sound = decode(buffer, sequence);
        end();
        if (!sound) {
            throw new CorruptMessageException(
                    "message %d is corrupt: its fields are not those that were sent".formatted(sequence));
        }
        if (documents.sequence() != sequence) {
            throw fault(buffer, sequence, sequence, documents.sequence());
        }
        return documents.isLast();
    }

    private void begin() {
        if (ofRequests) {
            meter.beginRequest();
        } else {
            meter.beginAnswer();
        }
    }

    private void end() {
        if (ofRequests) {
            meter.endRequest();
        } else {
            meter.endAnswer();
        }
    }

    private boolean decode(ByteBuffer buffer, long sequence) throws IOException {
        try {
            return documents.decode(buffer);
        } catch (IOException | RuntimeException e) { // a library throws either
            throw new CorruptMessageException(sequence, e);
        }
    }

    @Override
    public long sequence(ByteBuffer buffer) {
        isSound(buffer);
        return documents.sequence();
    }

    @Override
    public boolean isSound(ByteBuffer buffer) {
        try {
            return documents.decode(buffer);
        } catch (IOException | RuntimeException e) {
            return false;
        }
    }

    /** The next document is not looked for in the middle of a damaged one. */
    @Override
    boolean beginsAt(ByteBuffer buffer, int index, long sequence) {
        return false;
    }
}
