package org.ipcbench.transports.queue;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import org.ipcbench.transports.libc.CLibrary;

/** Memory for one message on its way into a queue or out of it: its payload, and ahead of that a word for its kind. */
public final class Message {
    /** The largest payload of a {@link MessageKind#HELLO}; every queue has to take it. */
    public static final int HELLO_BYTES = 64;

    private static final int LINE_BYTES = 64;
    private static final int WORD_BYTES = 8;

    /** For the word in a line of its own, and for aligning both the start and the end. */
    private static final int ROOM_BYTES = 3 * LINE_BYTES;

    private final ByteBuffer memory;
    private final ByteBuffer word;
    private final int capacityBytes;
    private final long address;

    /** Memory for one message of a session with this largest message. */
    Message(int messageSizeBytes) {
        capacityBytes = capacityFor(messageSizeBytes);
        memory = ByteBuffer.allocateDirect(capacityBytes + ROOM_BYTES)
                .alignedSlice(LINE_BYTES) // a payload begins with a cache line
                .order(ByteOrder.nativeOrder());
        word = memory.slice(LINE_BYTES - WORD_BYTES, WORD_BYTES).order(ByteOrder.nativeOrder());
        address = CLibrary.addressOf(memory);
    }

    /** The largest payload that a queue of such a session has to take, in bytes. */
    public static int capacityFor(int messageSizeBytes) {
        return Math.max(messageSizeBytes, HELLO_BYTES);
    }

    /** The payload; the same buffer each time. */
    ByteBuffer payload(int length) {
        return memory.limit(LINE_BYTES + length).position(LINE_BYTES);
    }

    /** Where a payload begins in memory. */
    public long payloadAddress() {
        return address + LINE_BYTES;
    }

    /** Where the word begins, right ahead of the payload. */
    public long wordAddress() {
        return address + LINE_BYTES - WORD_BYTES;
    }

    /** The longest payload, in bytes. */
    public int capacityBytes() {
        return capacityBytes;
    }

    /** The word as a {@code long}. */
    public long word() {
        return word.getLong(0);
    }

    /** Sets the word as a {@code long}. */
    public void setWord(long value) {
        word.putLong(0, value);
    }

    /** The word as an {@code int}, which is its first half in memory. */
    public int shortWord() {
        return word.getInt(0);
    }
}
