package org.ipcbench.launch.process;

/** An iteration failed and has no measurement; the message says which transport, which role, and what to try. */
public class IterationFailedException extends Exception {
    private static final long serialVersionUID = 1;

    public IterationFailedException(String message) {
        super(message);
    }

    public IterationFailedException(String message, Throwable cause) {
        super(message, cause);
    }
}
