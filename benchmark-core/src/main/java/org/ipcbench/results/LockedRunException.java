package org.ipcbench.results;

import java.io.IOException;

/** Another process writes the record of a run. */
public final class LockedRunException extends IOException {
    private static final long serialVersionUID = 1;

    /** @param message what is said of the run */
    LockedRunException(String message) {
        super(message);
    }
}
