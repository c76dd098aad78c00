package org.ipcbench.cli.value;

import picocli.CommandLine;
import picocli.CommandLine.ParameterException;

/** A parameter, or an option, has a value that is of no use to the command. */
public final class InvalidValueException extends ParameterException {

    /**
     * One that something else has found out.
     *
     * @param name as the user knows it
     * @param problem says what is wrong with the value
     */
    public InvalidValueException(CommandLine commandLine, String name, Exception problem) {
        super(commandLine, message(name, String.valueOf(problem.getMessage())), problem);
    }

    /** One that the command itself has found out. */
    public InvalidValueException(CommandLine commandLine, String name, String problem) {
        super(commandLine, message(name, problem));
    }

    public static String message(String name, String problem) {
        return "Invalid value for %s: %s".formatted(name, problem);
    }
}
