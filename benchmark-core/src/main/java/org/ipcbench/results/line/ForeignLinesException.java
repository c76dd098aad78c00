package org.ipcbench.results.line;

import java.io.IOException;

/** Another process has written to the record of a run; continuing would damage that process's measurements. */
public final class ForeignLinesException extends IOException {
    private static final long serialVersionUID = 1;

    ForeignLinesException(String message) {
        super(message);
    }
}
