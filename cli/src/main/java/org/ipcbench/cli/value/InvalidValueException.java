package org.ipcbench.cli.value;

import picocli.CommandLine;
import picocli.CommandLine.ParameterException;

/** A parameter or an option has a value that the command cannot use. */
public final class InvalidValueException extends ParameterException {

    /**
     * An invalid value that another exception has reported.
     *
     * @param name the parameter or option as the user knows it
     * @param problem its message says what is wrong with the value
     */
    public InvalidValueException(CommandLine commandLine, String name, Exception problem) {
        super(commandLine, message(name, String.valueOf(problem.getMessage())), problem);
    }

    /** An invalid value that the command itself has found. */
    public InvalidValueException(CommandLine commandLine, String name, String problem) {
        super(commandLine, message(name, problem));
    }

    public static String message(String name, String problem) {
        return "Invalid value for %s: %s".formatted(name, problem);
    }
}
