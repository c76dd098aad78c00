package org.ipcbench.peer;

/** An assignment failed, and the launcher has been told why. */
final class ToldFailureException extends Exception {
    private static final long serialVersionUID = 1;

    ToldFailureException(Throwable cause) {
        super(cause);
    }
}
