package org.ipcbench.transports.inprocess;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/** Memory for one message in one direction, and the plain field that tells whether it is there. */
final class Slot {
    private final ByteBuffer message;
    private boolean full;
    private boolean closed;

    Slot(int messageSizeBytes) {
        message = ByteBuffer.allocateDirect(messageSizeBytes).order(ByteOrder.nativeOrder());
    }

    ByteBuffer message(int length) {
        return message.limit(length).position(0);
    }

    boolean isFull() {
        return full;
    }

    void fill() {
        full = true;
    }

    void empty() {
        full = false;
    }

    boolean isClosed() {
        return closed;
    }

    /** Closes the slot for the sender or the receiver; a message in the slot can still be taken. */
    void close() {
        closed = true;
    }
}
