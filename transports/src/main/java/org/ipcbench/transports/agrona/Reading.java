package org.ipcbench.transports.agrona;

import java.nio.ByteBuffer;
import java.nio.MappedByteBuffer;
import org.agrona.MutableDirectBuffer;
import org.agrona.concurrent.ControlledMessageHandler;
import org.agrona.concurrent.ringbuffer.RingBuffer;
import org.ipcbench.transport.WrongLengthException;

/**
 * The messages of a ring, read in place. Agrona shows a message and frees it when the handler returns, unless the handler
 * aborts: so the first look at a message aborts, and the next one lets it go.
 */
final class Reading implements ControlledMessageHandler {
    private final MappedByteBuffer memory;
    private final RingBuffer ring;
    private int type;
    /** Whether a message is looked at, which Agrona will show again. */
    private boolean held;

    /** @param memory all of the ring, whose position and limit this object sets */
    Reading(MappedByteBuffer memory, RingBuffer ring) {
        this.memory = memory;
        this.ring = ring;
    }

    /** Lets the last message go and looks at the next one. Returns whether there is one. */
    boolean advance() {
        ring.controlledRead(this, held ? 2 : 1);
        return held;
    }

    /** Looks for a message after a look that found none. */
    boolean look() {
        ring.controlledRead(this, 1);
        return held;
    }

    /** The message that is looked at; its place stays taken until {@link #release}. */
    ByteBuffer message(int length) throws WrongLengthException {
        if (memory.remaining() != length) {
            throw new WrongLengthException(memory.remaining(), length);
        }
        return memory;
    }

    /** Whether a message of this type is looked at. */
    boolean shows(int wanted) {
        return held && type == wanted;
    }

    /** Type of the message that is looked at. */
    int type() {
        return type;
    }

    /** Gives the place of the message back to the writers. */
    void release() {
        if (held) {
            ring.controlledRead(this, 1);
        }
    }

    /** Whether nothing is there, not even a message that is still being written. */
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
