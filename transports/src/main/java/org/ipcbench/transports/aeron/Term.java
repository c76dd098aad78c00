package org.ipcbench.transports.aeron;

import java.io.IOException;
import java.util.OptionalLong;
import org.ipcbench.transport.Room;
import org.ipcbench.transport.Session;

/**
 * One of the three pieces of a direction's log.
 *
 * @param lengthBytes a power of two
 */
record Term(int lengthBytes) {
    /** Aeron's own bounds. */
    static final Term MIN = new Term(1 << 16);

    static final Term MAX = new Term(1 << 30);

    /** Aeron's own bound of a message, for terms of any length. */
    static final int MAX_MESSAGE_LENGTH = 1 << 24;

    /** The usual term: at most half of a term is in flight, and the driver frees memory only when it wakes up. */
    private static final Term USUAL = new Term(1 << 24);

    private static final int MESSAGES_PER_TERM = 8;

    /** Aeron's largest fragment, its header included. */
    private static final int MAX_MTU_BYTES = 65504;

    private static final int FRAME_HEADER_BYTES = 32;
    private static final int TERMS_PER_LOG = 3;

    /** Size of the metadata after the terms, rounded up to pages. */
    private static final int META_DATA_BYTES = 8192;

    /**
     * The term that the session asks for.
     *
     * @param longest the longest term that fits into memory; the usual one is exceeded only if necessary
     * @throws IOException if Aeron does not have the length that the user gave, or it is too short for the messages
     */
    static Term of(Session session, Term longest) throws IOException {
        return of(session.maxMessageBytes(), session.bufferSizeBytes(), longest);
    }

    /** The term for messages of this size with the wanted length; 0 bytes mean the usual length. */
    static Term of(int messageBytes, int wanted, Term longest) throws IOException {
        if (wanted == 0) {
            Term term = USUAL.lengthBytes < longest.lengthBytes ? USUAL : longest;
            while (term.longestMessage() < messageBytes && term.lengthBytes < MAX.lengthBytes) {
                term = new Term(2 * term.lengthBytes);
            }
            return term;
        }
        if (wanted < MIN.lengthBytes || wanted > MAX.lengthBytes || Integer.bitCount(wanted) != 1) {
            throw new IOException("--buffer %d is not a term length; it must be a power of two between %d and %d"
                    .formatted(wanted, MIN.lengthBytes, MAX.lengthBytes));
        }
        Term term = new Term(wanted);
        if (term.longestMessage() < messageBytes) {
            throw new IOException("--buffer %d carries messages of at most %d bytes; give at least %d for %d"
                    .formatted(
                            wanted,
                            term.longestMessage(),
                            MESSAGES_PER_TERM * Integer.highestOneBit(2 * messageBytes - 1),
                            messageBytes));
        }
        return term;
    }

    Term half() {
        return new Term(lengthBytes / 2);
    }

    /** The longest message that can be sent at all, in bytes. */
    int longestMessage() {
        return Math.min(lengthBytes / MESSAGES_PER_TERM, MAX_MESSAGE_LENGTH);
    }

    /** The longest message in one fragment, in bytes; only such a message can be written and read in place. */
    int longestFragment() {
        return mtuBytes() - FRAME_HEADER_BYTES;
    }

    /** How many messages fit into half a term, the largest distance between writer and reader. */
    long messagesInWindow(int messageBytes) {
        return Math.max(1, lengthBytes / 2 / framedBytes(messageBytes));
    }

    /**
     * How many messages a writer may certainly be ahead: the driver moves the writer's limit when the reader has moved by more than
     * an eighth of the window, and a message that does not fit at the end of a term leaves a gap there.
     */
    long certainMessages(int messageBytes) {
        return Math.max(0, (lengthBytes / 2 - lengthBytes / 16) / framedBytes(messageBytes) - 1);
    }

    /**
     * What a connection holds whose client writes to logs of this term.
     *
     * @param back the term of the other direction
     */
    Room room(int messageBytes, Term back) {
        return new Room(
                certainMessages(messageBytes),
                back.certainMessages(messageBytes),
                OptionalLong.of(messagesInWindow(messageBytes)));
    }

    private long framedBytes(int messageBytes) {
        long whole = messageBytes / longestFragment();
        int rest = messageBytes % longestFragment();
        return whole * mtuBytes() + (rest > 0 ? aligned(rest + FRAME_HEADER_BYTES) : 0);
    }

    /** Rounds up, because frames begin at multiples of their header's length. */
    private static int aligned(int frameBytes) {
        return (frameBytes + FRAME_HEADER_BYTES - 1) / FRAME_HEADER_BYTES * FRAME_HEADER_BYTES;
    }

    /** The log of one direction, in bytes. */
    long logBytes() {
        return (long) TERMS_PER_LOG * lengthBytes + META_DATA_BYTES;
    }

    /** The log as an Aeron channel. */
    String channel() {
        return "aeron:ipc?term-length=%d|mtu=%d".formatted(lengthBytes, mtuBytes());
    }

    private int mtuBytes() {
        return Math.min(lengthBytes / MESSAGES_PER_TERM, MAX_MTU_BYTES);
    }
}
