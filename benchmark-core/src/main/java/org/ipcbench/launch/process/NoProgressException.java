package org.ipcbench.launch.process;

/** The peers made no progress within the time-out; they are still alive. */
public final class NoProgressException extends IterationFailedException {
    private static final long serialVersionUID = 1;

    NoProgressException(String message) {
        super(message);
    }
}
