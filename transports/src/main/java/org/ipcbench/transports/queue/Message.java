package org.ipcbench.transports.queue;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import org.ipcbench.transport.resource.AlignedMemory;
import org.ipcbench.transports.libc.CLibrary;

/** Memory for one message that is sent to a queue or received from it: a word for its kind, followed by its payload. */
public final class Message {
    /** The largest payload of a {@link MessageKind#HELLO}; every queue has to take it. */
    public static final int HELLO_BYTES = 64;

    private static final int WORD_BYTES = 8;

    /** Offset of the payload, at the start of a page: at some other addresses the kernel copies at half the speed. */
    private static final int PAYLOAD_AT = 4096;

    private final ByteBuffer memory;
    private final ByteBuffer word;
    private final int capacityBytes;
    private final long address;

    /** Memory for one message of a session with this largest message. */
    Message(int messageSizeBytes) {
        capacityBytes = capacityFor(messageSizeBytes);
        memory = AlignedMemory.allocate(PAYLOAD_AT + capacityBytes);
        word = memory.slice(PAYLOAD_AT - WORD_BYTES, WORD_BYTES).order(ByteOrder.nativeOrder());
        address = CLibrary.addressOf(memory);
    }

    /** The largest payload that a queue of such a session has to take, in bytes. */
    public static int capacityFor(int messageSizeBytes) {
        return Math.max(messageSizeBytes, HELLO_BYTES);
    }

    /** The payload; the same buffer each time. */
    ByteBuffer payload(int length) {
        return memory.limit(PAYLOAD_AT + length).position(PAYLOAD_AT);
    }

    /** Address of a payload. */
    public long payloadAddress() {
        return address + PAYLOAD_AT;
    }

    /** Address of the word, directly before the payload. */
    public long wordAddress() {
        return address + PAYLOAD_AT - WORD_BYTES;
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
