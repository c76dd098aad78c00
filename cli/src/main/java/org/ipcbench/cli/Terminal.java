package org.ipcbench.cli;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Where the program writes.
 *
 * @param out results
 * @param err progress, warnings and errors
 */
record Terminal(PrintStream out, PrintStream err) {
    private static final Path STANDARD_ERROR = Path.of("/proc/self/fd/2");

    /** Whether a person is looking at standard error; false where the system does not tell. */
    static boolean isInteractive() {
        try {
            String target = Files.readSymbolicLink(STANDARD_ERROR).toString();
            return target.startsWith("/dev/pts/") || target.startsWith("/dev/tty") || target.equals("/dev/console");
        } catch (IOException e) {
            return false;
        }
    }
}
