package org.ipcbench.peer;

/** Thrown if an assignment failed and the launcher has been told why. */
final class ReportedFailureException extends Exception {
    private static final long serialVersionUID = 1;

    ReportedFailureException(Throwable cause) {
        super(cause);
    }
}
