package org.ipcbench.transports.agrona;

import java.nio.ByteBuffer;
import java.nio.MappedByteBuffer;
import org.agrona.MutableDirectBuffer;
import org.agrona.concurrent.ControlledMessageHandler;
import org.agrona.concurrent.ringbuffer.RingBuffer;
import org.ipcbench.transport.WrongLengthException;

/**
 * Reads the messages of a ring in place. Agrona passes a message to a handler and frees it when the handler returns, unless
 * the handler aborts. So the first pass over a message aborts, and the next one frees it.
 */
final class RingMessages implements ControlledMessageHandler {
    private final MappedByteBuffer memory;
    private final RingBuffer ring;
    private int type;
    /** Whether a message is in use, which Agrona will pass to the handler again. */
    private boolean held;

    /** @param memory the ring's whole memory; this object sets its position and limit */
    RingMessages(MappedByteBuffer memory, RingBuffer ring) {
        this.memory = memory;
        this.ring = ring;
    }

    /** Frees the last message and finds the next one. Returns whether there is one. */
    boolean advance() {
        ring.controlledRead(this, held ? 2 : 1);
        return held;
    }

    /** Looks again for a message if the last attempt found none. */
    boolean look() {
        ring.controlledRead(this, 1);
        return held;
    }

    /** The current message; its place stays occupied until {@link #release}. */
    ByteBuffer message(int length) throws WrongLengthException {
        if (memory.remaining() != length) {
            throw new WrongLengthException(memory.remaining(), length);
        }
        return memory;
    }

    /** Whether the current message has this type. */
    boolean shows(int wanted) {
        return held && type == wanted;
    }

    /** Type of the current message. */
    int type() {
        return type;
    }

    /** Gives the place of the message back to the writers. */
    void release() {
        if (held) {
            ring.controlledRead(this, 1);
        }
    }

    /** Whether the ring is empty, without even a message that is still being written. */
    boolean isEmpty() {
        return ring.size() == 0;
    }

    @Override
    public Action onMessage(int messageType, MutableDirectBuffer buffer, int start, int length) {
        if (held) {
            held = false;
            return Action.CONTINUE;
        }
        held = true;
        type = messageType;
        memory.limit(start + length).position(start);
        return Action.ABORT;
    }
}
