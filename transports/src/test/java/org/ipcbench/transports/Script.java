package org.ipcbench.transports;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.ipcbench.workload.Role;

/** What the two sides of a channel say to each other, as far as both have to know it beforehand: everything. */
public enum Script {
    /** A request and its reply of the same length, then a short acknowledgement, again and again. */
    EXCHANGE(Role.CLIENT) {
        @Override
        List<Turn> turns(int sizeBytes) {
            List<Turn> turns = new ArrayList<>();
            for (int i = 0; i < EXCHANGES; i++) {
                turns.add(new Turn(Role.CLIENT, sizeBytes, 1));
                turns.add(new Turn(Role.SERVER, sizeBytes, 1));
                turns.add(new Turn(Role.CLIENT, 1, 1));
            }
            return turns;
        }
    },

    /** A request and its reply of the same length; lengths from 1 byte to the longest, which only boundaries tell apart. */
    RESENDING_EXCHANGE(Role.CLIENT) {
        @Override
        List<Turn> turns(int sizeBytes) {
            List<Turn> turns = new ArrayList<>();
            for (int i = 0; i < EXCHANGES; i++) {
                int length = Math.max(1, sizeBytes - i * sizeBytes / EXCHANGES);
                turns.add(new Turn(Role.CLIENT, length, 1));
                turns.add(new Turn(Role.SERVER, length, 1));
            }
            return turns;
        }
    },

    /** More in one go than any buffer holds, in either direction. */
    BURST(Role.CLIENT) {
        @Override
        List<Turn> turns(int sizeBytes) {
            int count = Math.min(MOST_BURST_MESSAGES, BURST_BYTES / sizeBytes);
            return List.of(new Turn(Role.CLIENT, sizeBytes, count), new Turn(Role.SERVER, sizeBytes, count));
        }
    },

    /** Messages of all lengths back to back, first in one direction, then in the other, then in both. */
    MIXED_LENGTHS(Role.SERVER) {
        @Override
        List<Turn> turns(int sizeBytes) {
            Random lengths = new Random(sizeBytes);
            List<Turn> turns = new ArrayList<>();
            for (int i = 0; i < 3 * MIXED_MESSAGES; i++) {
                Role sender = i < MIXED_MESSAGES || (i >= 2 * MIXED_MESSAGES && lengths.nextBoolean())
                        ? Role.CLIENT
                        : Role.SERVER;
                // by order of magnitude, or nearly all would be long
                int longest = Math.max(1, sizeBytes >> lengths.nextInt(Integer.SIZE - 1));
                turns.add(new Turn(sender, 1 + lengths.nextInt(longest), 1));
            }
            return turns;
        }
    },

    /** The client sends and closes at once. */
    CLIENT_CLOSES_FIRST(Role.CLIENT) {
        @Override
        List<Turn> turns(int sizeBytes) {
            return List.of(new Turn(Role.CLIENT, sizeBytes, MESSAGES_BEFORE_CLOSE));
        }
    },

    /** The server sends and closes at once. */
    SERVER_CLOSES_FIRST(Role.SERVER) {
        @Override
        List<Turn> turns(int sizeBytes) {
            return List.of(new Turn(Role.SERVER, sizeBytes, MESSAGES_BEFORE_CLOSE));
        }
    },

    /** The same with so little that it needs no reader to leave. */
    SERVER_CLOSES_UNREAD(Role.SERVER) {
        @Override
        List<Turn> turns(int sizeBytes) {
            return List.of(new Turn(Role.SERVER, sizeBytes, MESSAGES_ANY_BUFFER_HOLDS));
        }
    };

    private static final int EXCHANGES = 20;

    /** Loopback TCP, the roomiest of the kernel's buffers, takes 10 MiB as Linux sets it up. */
    private static final int BURST_BYTES = 16 << 20;

    /** Small messages cost the kernel a multiple of their length, so that fewer of them fill its buffers. */
    private static final int MOST_BURST_MESSAGES = 20_000;

    private static final int MIXED_MESSAGES = 500;
    private static final int MESSAGES_BEFORE_CLOSE = 200;

    /** A POSIX message queue takes ten as Linux sets it up. */
    private static final int MESSAGES_ANY_BUFFER_HOLDS = 8;

    private final Role firstToClose;

    Script(Role firstToClose) {
        this.firstToClose = firstToClose;
    }

    /** Who sends what, one turn after the other, in a session of this message size. */
    abstract List<Turn> turns(int sizeBytes);

    /** Who closes once all is said; the other side sees it, where the transport lets it. */
    Role firstToClose() {
        return firstToClose;
    }

    /** How many messages one side sends. */
    long messagesFrom(Role sender, int sizeBytes) {
        return turns(sizeBytes).stream()
                .filter(turn -> turn.sender() == sender)
                .mapToLong(Turn::count)
                .sum();
    }
}
