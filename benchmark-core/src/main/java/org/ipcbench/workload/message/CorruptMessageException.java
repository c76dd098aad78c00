package org.ipcbench.workload.message;

import java.io.IOException;

/** Thrown if a message arrived damaged: the iteration fails, and the message is not a sample. */
public final class CorruptMessageException extends IOException {
    private static final long serialVersionUID = 1;

    public CorruptMessageException(String message) {
        super(message);
    }

    /** The bytes are not what a library can read; of its message, the first line. */
    CorruptMessageException(long due, Exception cause) {
        super(
                "message %d is corrupt: %s: %s"
                        .formatted(
                                due,
                                cause.getClass().getSimpleName(),
                                String.valueOf(cause.getMessage())
                                        .lines()
                                        .findFirst()
                                        .orElse("")),
                cause);
    }
}
