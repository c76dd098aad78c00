package org.ipcbench.transports.netty;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.ipcbench.scratch.OwnFiles;

/**
 * The directory in which Netty unpacks native code. Netty looks it up only once. In a process with several sessions, or
 * with two kinds of code, the first session's directory may be gone when Netty unpacks again.
 */
final class UnpackingDirectory {
    private static final String PROPERTY = "io.netty.native.workdir";

    private UnpackingDirectory() {}

    /** Loads native code while its directory exists: this one, or the one that Netty has looked up. */
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
