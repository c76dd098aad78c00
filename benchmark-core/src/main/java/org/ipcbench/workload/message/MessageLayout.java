package org.ipcbench.workload.message;

import java.io.IOException;
import java.nio.ByteBuffer;
import org.ipcbench.transport.WrongLengthException;

/**
 * Where the bytes of a message of one size go, in native byte order:
 *
 * <ul>
 *   <li>from 1 byte: byte 0 holds the <em>last</em> bit and 7 bits of the sequence number plus one,
 *   <li>from 8 bytes: the first long is {@code (sequence + 1) << 1 | last} (on little-endian machines its first byte is the
 *       byte 0 above; a size uses one of the two forms on both sides),
 *   <li>from 16 bytes: the second long is the send time where the message is sampled, else zero,
 *   <li>from 72 bytes: the first long of every further 64-byte line repeats the first long of the message, so that the
 *       sender writes and the receiver reads every line of the payload.
 * </ul>
 *
 * <p>That is a message whose payload is {@linkplain Payload#TOUCHED touched}. With {@link Payload#HEADER} there is nothing
 * in the further lines. With {@link Payload#FULL} the header is {@linkplain SealedLayout sealed}, and every byte behind it is
 * derived from it.
 */
public abstract sealed class MessageLayout
        permits FilledLayout, SealedLayout, SealedByteLayout, OneByteLayout, OneLongLayout, LinesLayout {
    public static final int LINE_BYTES = 64;
    public static final int LAST = 1;
    static final long ALL_BITS = -1;

    /** A message whose number differs from the due one by more than this counts as damaged. */
    private static final long MAX_AHEAD = ArrivalWindow.MAX_AHEAD;

    public static MessageLayout ofSize(int messageSizeBytes, Payload payload) {
        int headerBytes = headerBytes(messageSizeBytes);
        return switch (payload) {
            case TOUCHED -> touched(messageSizeBytes);
            case HEADER -> touched(headerBytes);
            case FULL -> new FilledLayout(sealed(headerBytes), headerBytes, messageSizeBytes);
        };
    }

    /** The layout of a header in which every flipped bit shows. */
    public static MessageLayout sealed(int headerBytes) {
        return switch (headerBytes) {
            case 1 -> new SealedByteLayout();
            case Long.BYTES -> new SealedLayout.Plain();
            default -> new SealedLayout.Timed();
        };
    }

    private static MessageLayout touched(int messageSizeBytes) {
        return switch (headerBytes(messageSizeBytes)) {
            case 1 -> new OneByteLayout();
            case Long.BYTES -> new OneLongLayout();
            default -> new LinesLayout(messageSizeBytes);
        };
    }

    private static int headerBytes(int messageSizeBytes) {
        if (messageSizeBytes < Long.BYTES) {
            return 1;
        }
        return messageSizeBytes < 2 * Long.BYTES ? Long.BYTES : 2 * Long.BYTES;
    }

    /** Writes header and payload into the buffer, from its position on. */
    public abstract void write(ByteBuffer buffer, long sequence, int last, long sendTimeNanos);

    /** Whether there is room for a send time. */
    public boolean carriesSendTime() {
        return false;
    }

    /** The send time, zero where there is none. */
    public long sendTimeNanos(ByteBuffer buffer) {
        return 0;
    }

    /**
     * Reads every line of the message.
     *
     * @return whether it carries the last bit
     * @throws CorruptMessageException where it is damaged
     * @throws MisplacedMessageException where it is another message than the one with this sequence number
     * @throws WrongLengthException where the next message begins within it
     */
    public abstract boolean check(ByteBuffer buffer, long sequence) throws IOException;

    /** The sequence number, as far as the message tells it. */
    public abstract long sequence(ByteBuffer buffer);

    /** Which bits of a sequence number a message tells. */
    public abstract long sequenceBits();

    /** Whether a message tells all of its sequence number. */
    public final boolean tellsWholeSequence() {
        return sequenceBits() == ALL_BITS;
    }

    /** Reads every line of the message and tells whether they agree with each other. */
    public abstract boolean isSound(ByteBuffer buffer);

    /** Whether the header of the message with this number begins at this index, as far as it can be told from other bytes. */
    abstract boolean beginsAt(ByteBuffer buffer, int index, long sequence);

    /**
     * Finds out what is wrong with a message that does not begin as the due one does.
     *
     * @param due sequence number of the due message
     * @param expected how the due message begins
     * @param found how the message begins
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
     * Finds out what is wrong with a damaged message. Over a byte stream, a message that was cut short lets the following bytes
     * move up, so that the next message begins inside it.
     *
     * @param due sequence number of the due message
     * @param difference what to say where its bytes are damaged
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

    /** First byte of a message; never zero, so that memory nobody has written to is not taken for a message. */
    static long word(long sequence, int last) {
        return (sequence + 1) << 1 | last;
    }

    static long sequenceIn(long word) {
        return (word >>> 1) - 1;
    }
}
