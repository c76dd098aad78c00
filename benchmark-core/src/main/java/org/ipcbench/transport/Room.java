package org.ipcbench.transport;

import java.io.IOException;
import java.util.OptionalLong;

/**
 * What a connection holds, as its own objects tell, in messages of one size that no receiver takes.
 *
 * @param there number of messages that the direction from this side certainly takes
 * @param back number of messages that the direction to this side certainly takes; 0 if only the other side knows
 * @param most number of messages that a sender at full speed may be ahead of its receiver; empty if only the kernel knows
 */
public record Room(long there, long back, OptionalLong most) {
    /** Asks a connection's objects. */
    @FunctionalInterface
    public interface Source {
        /** Nothing is certain. */
        Source UNKNOWN = messageBytes -> Room.UNKNOWN;

        /** See {@link Channel#room}. */
        Room of(int messageBytes) throws IOException;
    }

    /** Nothing is certain. */
    public static final Room UNKNOWN = new Room(0, 0, OptionalLong.empty());

    public Room {
        if (there < 0 || back < 0) {
            throw new IllegalArgumentException("no room for %d and %d messages".formatted(there, back));
        }
    }

    /** Two directions that hold the same, each of which certainly takes all but a few messages. */
    public static Room ofEach(long certain, long most) {
        return new Room(certain, certain, OptionalLong.of(most));
    }

    /** Two directions of which the kernel alone knows how much they hold at most. */
    public static Room ofEach(long certain) {
        return new Room(certain, certain, OptionalLong.empty());
    }

    /** The direction to the other side; what the other one holds is the other side's choice. */
    public static Room there(long certain) {
        return new Room(certain, 0, OptionalLong.empty());
    }

    /**
     * Number of calls that one thread can keep under way, which receives only after it has sent: with more, both sides could wait for
     * each other forever, once the requests fill their direction while the answers fill the other. The server has one more request in
     * hand, but a direction may hold one message less while its reader looks at the one before.
     */
    public long calls() {
        return Math.max(1, there + Math.max(0, back - 1));
    }
}
