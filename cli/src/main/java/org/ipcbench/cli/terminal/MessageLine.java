package org.ipcbench.cli.terminal;

/**
 * Any text as a message of one line: what a user typed, or a file's name, may hold line ends and control characters, for
 * instance out of a shell's {@code $(…)}, and be very long.
 */
public final class MessageLine {
    /** Longer than every message about an argument of usual length. */
    private static final int MAX_LENGTH = 1_000;

    /** The beginning of a long message names the argument. */
    private static final int BEGINNING = 300;

    /** The end of a long message names what is allowed. */
    private static final int END = 600;

    private MessageLine() {}

    public static String of(String text) {
        String line = text.replaceAll("\\R|\\p{Cc}", " ");
        return line.length() <= MAX_LENGTH
                ? line
                : line.substring(0, BEGINNING) + " … " + line.substring(line.length() - END);
    }
}
