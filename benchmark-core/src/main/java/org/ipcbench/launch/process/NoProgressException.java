package org.ipcbench.launch.process;

/** Thrown if the peers made no progress within the timeout; they are still alive. */
public final class NoProgressException extends IterationFailedException {
    private static final long serialVersionUID = 1;

    NoProgressException(String message) {
        super(message);
    }
}
