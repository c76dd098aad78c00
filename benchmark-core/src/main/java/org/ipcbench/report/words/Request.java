package org.ipcbench.report.words;

import java.util.List;
import org.ipcbench.text.ShellWords;

/**
 * What the user typed after the program's name.
 *
 * @param arguments the arguments in their order
 */
public record Request(List<String> arguments) {
    public Request {
        arguments = List.copyOf(arguments);
    }

    /** The command, in a form that can be typed again. */
    public String command() {
        return "ipcbench " + ShellWords.line(arguments);
    }
}
