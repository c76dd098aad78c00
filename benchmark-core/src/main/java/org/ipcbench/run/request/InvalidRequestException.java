package org.ipcbench.run.request;

/** A request that cannot be measured, reported before anything is measured. */
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

    /** A wrong argument that another exception has reported. */
    public InvalidRequestException(Argument argument, Exception problem) {
        super(String.valueOf(problem.getMessage()), problem);
        this.argument = argument;
    }

    /** The wrong argument. */
    public Argument argument() {
        return argument;
    }
}
