package org.ipcbench.text;

import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** Arguments as they are typed in a shell. */
public final class ShellWords {
    /** Arguments that need no quotes. A tilde needs none: recorded arguments have it in place of the user's home. */
    private static final Pattern PLAIN = Pattern.compile("[\\w@%+=:,./~-]+");

    private ShellWords() {}

    /** The arguments as one line. */
    public static String line(List<String> arguments) {
        return arguments.stream().map(ShellWords::quoted).collect(Collectors.joining(" "));
    }

    /** The argument, in quotes if it needs them. */
    public static String quoted(String argument) {
        return PLAIN.matcher(argument).matches() ? argument : "'" + argument.replace("'", "'\\''") + "'";
    }
}
