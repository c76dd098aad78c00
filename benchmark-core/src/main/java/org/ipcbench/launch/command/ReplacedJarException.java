package org.ipcbench.launch.command;

import java.io.IOException;
import java.nio.file.Path;

/**
 * Thrown if a jar that peers are started from is no longer the one that the run began with: this build can no longer be
 * measured.
 */
public final class ReplacedJarException extends IOException {
    private static final long serialVersionUID = 1;

    ReplacedJarException(Path jar) {
        super("%s was replaced during the run; put it back and resume the run, or measure again".formatted(jar));
    }
}
