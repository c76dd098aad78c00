package org.ipcbench.transports.netty;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.ipcbench.scratch.OwnFiles;

/**
 * The directory in which Netty unpacks native code. Netty looks it up once; in a process of several sessions, and with code of two kinds,
 * the first session's may be gone by then.
 */
final class UnpackingDirectory {
    private static final String PROPERTY = "io.netty.native.workdir";

    private UnpackingDirectory() {}

    /** Runs what loads native code while there is a directory for it: this one, or the one that Netty has looked up. */
    static synchronized void during(Runnable loading, Path scratchDirectory) throws IOException {
        if (System.getProperty(PROPERTY) == null) {
            System.setProperty(PROPERTY, scratchDirectory.toString());
        }
        Path known = Path.of(System.getProperty(PROPERTY));
        if (Files.isDirectory(known)) {
            loading.run();
            return;
        }
        OwnFiles.createDirectory(known);
        try {
            loading.run();
        } finally {
            Files.deleteIfExists(known);
        }
    }
}
