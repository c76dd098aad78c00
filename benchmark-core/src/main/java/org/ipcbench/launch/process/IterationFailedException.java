package org.ipcbench.launch.process;

/** Thrown if an iteration failed and has no measurement; the message names the transport, the role and a remedy. */
public class IterationFailedException extends Exception {
    private static final long serialVersionUID = 1;

    public IterationFailedException(String message) {
        super(message);
    }

    public IterationFailedException(String message, Throwable cause) {
        super(message, cause);
    }
}
