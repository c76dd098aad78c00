package com.example.faulty;

import java.util.Locale;

/**
 * Which message is damaged, by system properties of the peers: {@code --jvm-args='-Dfaulty.message=5000 -Dfaulty.bit=0'}.
 * Messages are counted from 0, from the first of the warm-up on; negative bits are counted from the end.
 */
final class Choice {
    /** A message that no test reaches: nothing is damaged unless asked. */
    private static final long NEVER = Long.MAX_VALUE;

    private Choice() {}

    static long message() {
        return Long.getLong("faulty.message", NEVER);
    }

    static long bit() {
        return Long.getLong("faulty.bit", 0);
    }

    /** Whose messages are meant: the client's or the server's. */
    static Side side() {
        return Side.valueOf(System.getProperty("faulty.side", "client").toUpperCase(Locale.ROOT));
    }

    enum Side {
        CLIENT,
        SERVER
    }
}
