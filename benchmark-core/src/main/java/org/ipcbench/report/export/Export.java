package org.ipcbench.report.export;

import java.io.IOException;
import java.nio.file.Path;

/** Writes a run in one format. */
interface Export {
    /**
     * Writes the files of the format.
     *
     * @param directory where they belong; exists
     * @throws IOException with the file that could not be written and the reason
     */
    void write(ExportedRun run, Path directory) throws IOException;
}
