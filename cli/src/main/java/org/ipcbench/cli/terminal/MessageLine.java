package org.ipcbench.cli.terminal;

/**
 * Turns any text into a message of one line. User input and file names may be very long and contain line ends and
 * control characters, for example from a shell's {@code $(…)}.
 */
public final class MessageLine {
    /** Longer than every message about an argument of usual length. */
    private static final int MAX_LENGTH = 1_000;

    /** Length of a long message's beginning, which names the argument. */
    private static final int BEGINNING = 300;

    /** Length of a long message's end, which names what is allowed. */
    private static final int END = 600;

    private MessageLine() {}

    public static String of(String text) {
        String line = text.replaceAll("\\R|\\p{Cc}", " ");
        return line.length() <= MAX_LENGTH
                ? line
                : line.substring(0, BEGINNING) + " … " + line.substring(line.length() - END);
    }
}
