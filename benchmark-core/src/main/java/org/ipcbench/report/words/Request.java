package org.ipcbench.report.words;

import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * What the user typed after the program's name.
 *
 * @param arguments the arguments in their order
 */
public record Request(List<String> arguments) {
    /** Arguments that need no quotes in a shell. */
    private static final Pattern PLAIN = Pattern.compile("[A-Za-z0-9_@%+=:,./~-]+");

    public Request {
        arguments = List.copyOf(arguments);
    }

    /** The command, in a form that can be typed again. */
    public String command() {
        return "ipcbench " + arguments.stream().map(Request::quoted).collect(Collectors.joining(" "));
    }

    private static String quoted(String argument) {
        return PLAIN.matcher(argument).matches() ? argument : "'" + argument.replace("'", "'\\''") + "'";
    }
}
