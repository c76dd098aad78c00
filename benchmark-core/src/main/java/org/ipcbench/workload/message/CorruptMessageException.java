package org.ipcbench.workload.message;

import java.io.IOException;

/** Thrown if a message arrived damaged: the iteration fails, and the message is not a sample. */
public final class CorruptMessageException extends IOException {
    private static final long serialVersionUID = 1;

    public CorruptMessageException(String message) {
        super(message);
    }
}
