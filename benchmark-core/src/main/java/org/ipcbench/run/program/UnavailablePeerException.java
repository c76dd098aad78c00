package org.ipcbench.run.program;

/** Thrown if a program that would play a peer cannot be made ready; the message is one line with the remedy. */
public final class UnavailablePeerException extends Exception {
    private static final long serialVersionUID = 1;

    UnavailablePeerException(String message) {
        super(message);
    }
}
