package org.ipcbench.run.request;

/** A request that cannot be measured, found out before anything is. */
public final class InvalidRequestException extends RuntimeException {
    private static final long serialVersionUID = 1;

    private final Argument argument;

    /**
     * A wrong argument.
     *
     * @param problem what is wrong with it and what is allowed, in one line
     */
    public InvalidRequestException(Argument argument, String problem) {
        super(problem);
        this.argument = argument;
    }

    /** A wrong argument that something else has found out. */
    public InvalidRequestException(Argument argument, Exception problem) {
        super(String.valueOf(problem.getMessage()), problem);
        this.argument = argument;
    }

    /** Which argument is wrong. */
    public Argument argument() {
        return argument;
    }
}
