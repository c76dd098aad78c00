package org.ipcbench.results.line;

import java.io.IOException;

/** The record of a run has been written to by another process; going on would damage what that one measured. */
public final class ForeignLinesException extends IOException {
    private static final long serialVersionUID = 1;

    ForeignLinesException(String message) {
        super(message);
    }
}
