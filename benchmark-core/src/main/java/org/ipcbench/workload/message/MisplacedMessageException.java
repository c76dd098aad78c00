package org.ipcbench.workload.message;

import java.io.IOException;
import java.nio.ByteBuffer;
import org.ipcbench.transport.Channel;

/**
 * Thrown if an intact message arrived in place of the one that was due: a message is lost, late or duplicated, and the
 * iteration fails.
 */
public final class MisplacedMessageException extends IOException {
    private static final long serialVersionUID = 1;

    private final long due;
    private final long found;
    private final boolean last;

    /**
     * Judges only by the two numbers; {@link #lookingAhead} may find that the due message follows.
     *
     * @param due sequence number of the message that was due
     * @param found sequence number of the one that arrived
     * @param last whether the one that arrived carries the last bit
     */
    MisplacedMessageException(long due, long found, boolean last) {
        this(
                due,
                found,
                last,
                found < due
                        ? "message %d is duplicated: it arrived again, in place of message %d".formatted(found, due)
                        : "message %d is lost: message %d arrived in its place".formatted(due, found));
    }

    private MisplacedMessageException(long due, long found, boolean last, String message) {
        super(message);
        this.due = due;
        this.found = found;
        this.last = last;
    }

    /** Sequence number of the message that arrived. */
    public long found() {
        return found;
    }

    /** Whether the message that arrived carries the last bit. */
    public boolean isLast() {
        return last;
    }

    /**
     * Receives the next message too, which the sender sends in any case: if it is the due one, the two were reordered.
     */
    public MisplacedMessageException lookingAhead(Channel channel, int lengthBytes, MessageLayout layout) {
        if (found < due) {
            return this;
        }
        try {
            ByteBuffer next = channel.receive(lengthBytes);
            boolean wasDue = layout.isSound(next) && layout.sequence(next) == (due & layout.sequenceBits());
            return wasDue ? reordered() : this;
        } catch (IOException e) {
            addSuppressed(e);
            return this;
        }
    }

    private MisplacedMessageException reordered() {
        return new MisplacedMessageException(
                due, found, last, "messages are reordered: %d arrived before %d".formatted(found, due));
    }
}
