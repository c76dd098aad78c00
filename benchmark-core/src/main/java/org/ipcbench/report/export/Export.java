package org.ipcbench.report.export;

import java.io.IOException;
import java.nio.file.Path;

/** Writes a run in one format. */
interface Export {
    /**
     * Writes the files of the format.
     *
     * @param directory the existing directory for the files
     * @throws IOException if a file cannot be written; the message has the file and the reason
     */
    void write(ExportedRun run, Path directory) throws IOException;
}
