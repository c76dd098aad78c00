package org.ipcbench.compare;

/** Two sides cannot be compared; the message says in one line why. */
public final class NotComparableException extends Exception {
    private static final long serialVersionUID = 1;

    public NotComparableException(String message) {
        super(message);
    }
}
