package org.ipcbench.transports.contract;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.ipcbench.workload.Role;

/** What the two sides of a channel say to each other, as far as both have to know it beforehand: everything. */
public enum Script {
    /** A request and its reply of the same length, then a short acknowledgement, again and again. */
    EXCHANGE(Role.CLIENT) {
        @Override
        List<ScriptLine> lines(int messageSizeBytes) {
            List<ScriptLine> lines = new ArrayList<>();
            for (int i = 0; i < EXCHANGES; i++) {
                lines.add(new ScriptLine(Role.CLIENT, messageSizeBytes, 1));
                lines.add(new ScriptLine(Role.SERVER, messageSizeBytes, 1));
                lines.add(new ScriptLine(Role.CLIENT, 1, 1));
            }
            return lines;
        }
    },

    /** A request and its reply of the same length; lengths from 1 byte to the longest, which only boundaries tell apart. */
    RESENDING_EXCHANGE(Role.CLIENT) {
        @Override
        List<ScriptLine> lines(int messageSizeBytes) {
            List<ScriptLine> lines = new ArrayList<>();
            for (int i = 0; i < EXCHANGES; i++) {
                int length = Math.max(1, messageSizeBytes - i * messageSizeBytes / EXCHANGES);
                lines.add(new ScriptLine(Role.CLIENT, length, 1));
                lines.add(new ScriptLine(Role.SERVER, length, 1));
            }
            return lines;
        }
    },

    /** The same as calls of the library, where it has calls. */
    CALLS(Role.CLIENT) {
        @Override
        List<ScriptLine> lines(int messageSizeBytes) {
            return RESENDING_EXCHANGE.lines(messageSizeBytes);
        }
    },

    /** More in one go than any buffer holds, in either direction. */
    BURST(Role.CLIENT) {
        @Override
        List<ScriptLine> lines(int messageSizeBytes) {
            int count = Math.min(MAX_BURST_MESSAGES, BURST_BYTES / messageSizeBytes);
            return List.of(
                    new ScriptLine(Role.CLIENT, messageSizeBytes, count),
                    new ScriptLine(Role.SERVER, messageSizeBytes, count));
        }
    },

    /** The same over a transport of which it is known that only a few messages are under way. */
    SHORT_BURST(Role.CLIENT) {
        @Override
        List<ScriptLine> lines(int messageSizeBytes) {
            int count = Math.min(SHORT_BURST_MESSAGES, BURST_BYTES / messageSizeBytes);
            return List.of(
                    new ScriptLine(Role.CLIENT, messageSizeBytes, count),
                    new ScriptLine(Role.SERVER, messageSizeBytes, count));
        }
    },

    /** Messages of all lengths back to back, first in one direction, then in the other, then in both. */
    MIXED_LENGTHS(Role.SERVER) {
        @Override
        List<ScriptLine> lines(int messageSizeBytes) {
            Random lengths = new Random(messageSizeBytes);
            List<ScriptLine> lines = new ArrayList<>();
            for (int i = 0; i < 3 * MIXED_MESSAGES; i++) {
                Role sender = i < MIXED_MESSAGES || (i >= 2 * MIXED_MESSAGES && lengths.nextBoolean())
                        ? Role.CLIENT
                        : Role.SERVER;
                // by order of magnitude, or nearly all would be long
                int longest = Math.max(1, messageSizeBytes >> lengths.nextInt(Integer.SIZE - 1));
                lines.add(new ScriptLine(sender, 1 + lengths.nextInt(longest), 1));
            }
            return lines;
        }
    },

    /** The client sends and closes at once. */
    CLIENT_CLOSES_FIRST(Role.CLIENT) {
        @Override
        List<ScriptLine> lines(int messageSizeBytes) {
            return List.of(new ScriptLine(Role.CLIENT, messageSizeBytes, MESSAGES_BEFORE_CLOSE));
        }
    },

    /** The server sends and closes at once. */
    SERVER_CLOSES_FIRST(Role.SERVER) {
        @Override
        List<ScriptLine> lines(int messageSizeBytes) {
            return List.of(new ScriptLine(Role.SERVER, messageSizeBytes, MESSAGES_BEFORE_CLOSE));
        }
    },

    /** The same with so little that it needs no reader to leave. */
    SERVER_CLOSES_UNREAD(Role.SERVER) {
        @Override
        List<ScriptLine> lines(int messageSizeBytes) {
            return List.of(new ScriptLine(Role.SERVER, messageSizeBytes, MESSAGES_ANY_BUFFER_HOLDS));
        }
    };

    private static final int EXCHANGES = 20;

    /** Loopback TCP, the roomiest of the kernel's buffers, takes 10 MiB as Linux sets it up. */
    private static final int BURST_BYTES = 16 << 20;

    /** Small messages cost the kernel a multiple of their length, so that fewer of them fill its buffers. */
    private static final int MAX_BURST_MESSAGES = 20_000;

    /** The most messages under way that make a short burst. */
    static final int FEW_MESSAGES = 16;

    private static final int SHORT_BURST_MESSAGES = 100 * FEW_MESSAGES;

    private static final int MIXED_MESSAGES = 500;
    private static final int MESSAGES_BEFORE_CLOSE = 200;

    /** A POSIX message queue takes ten as Linux sets it up. */
    private static final int MESSAGES_ANY_BUFFER_HOLDS = 8;

    private final Role firstToClose;

    Script(Role firstToClose) {
        this.firstToClose = firstToClose;
    }

    /** Who sends what, one line after the other, in a session of this message size. */
    abstract List<ScriptLine> lines(int messageSizeBytes);

    /** Who closes once all is said; the other side sees it, where the transport lets it. */
    Role firstToClose() {
        return firstToClose;
    }

    /** How many messages one side sends. */
    long messagesFrom(Role sender, int messageSizeBytes) {
        return lines(messageSizeBytes).stream()
                .filter(line -> line.sender() == sender)
                .mapToLong(ScriptLine::count)
                .sum();
    }
}
