package org.ipcbench.cli;

import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * The program's input and outputs.
 *
 * @param in the user's answers
 * @param out results
 * @param err progress, warnings and errors
 */
record Terminal(InputStream in, PrintStream out, PrintStream err) {
    private static final Path STANDARD_INPUT = Path.of("/proc/self/fd/0");
    private static final Path STANDARD_ERROR = Path.of("/proc/self/fd/2");

    /** Whether a person is looking at standard error; false where the system does not tell. */
    static boolean isInteractive() {
        return isTerminal(STANDARD_ERROR);
    }

    /** Whether standard input is typed by a person, so that the terminal shows it; false where the system does not tell. */
    static boolean isTyped() {
        return isTerminal(STANDARD_INPUT);
    }

    private static boolean isTerminal(Path descriptor) {
        try {
            String target = Files.readSymbolicLink(descriptor).toString();
            return target.startsWith("/dev/pts/") || target.startsWith("/dev/tty") || target.equals("/dev/console");
        } catch (IOException e) {
            return false;
        }
    }
}
