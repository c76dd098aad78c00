package org.ipcbench.doctor;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.ipcbench.scratch.ScratchDirectory;

/**
 * Whether a scratch directory can be created; creates one to find out.
 *
 * @param temporary the directory for temporary files
 */
record ScratchRoom(Path temporary) implements Probe {

    @Override
    public List<Finding> findings() {
        try {
            ScratchDirectory.create(temporary, List.of()).close();
            return List.of();
        } catch (IOException e) {
            return List.of(new Finding(
                    "temporary directory",
                    Severity.SERIOUS,
                    "no scratch directory can be made in %s: %s".formatted(temporary, oneLine(e)),
                    "no iteration can start",
                    "give a writable directory with free space and a short path: java -Djava.io.tmpdir=DIR -jar …"));
        }
    }

    private static String oneLine(IOException failure) {
        return failure.toString().replaceFirst("^[\\w.]*\\.", "").replace("\n", " | ");
    }
}
