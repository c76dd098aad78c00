package org.ipcbench.results;

import java.io.IOException;

/** The lock of a run cannot be taken, usually because another process is writing the record. */
public final class LockedRunException extends IOException {
    private static final long serialVersionUID = 1;

    /** @param message the state of the run, without its name */
    LockedRunException(String message) {
        super(message);
    }
}
