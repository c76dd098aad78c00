package org.ipcbench.results;

import java.io.IOException;

/**
 * A directory holds no run that this version of the suite can read; the message says in one line what it holds, and how to solve
 * it.
 */
public final class UnreadableRunException extends IOException {
    private static final long serialVersionUID = 1;

    public UnreadableRunException(String message) {
        super(message);
    }

    public UnreadableRunException(String message, Throwable cause) {
        super(message, cause);
    }
}
