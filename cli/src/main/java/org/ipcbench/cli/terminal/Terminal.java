package org.ipcbench.cli.terminal;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * The program's input and outputs.
 *
 * @param in the user's answers
 * @param out results
 * @param err progress, warnings and errors
 * @param ownOut the same as {@code out} for text with colours, in which nothing comes from a file or another process
 * @param ownErr the same as {@code err} for text that moves the cursor
 */
public record Terminal(InputStream in, PrintStream out, PrintStream err, PrintStream ownOut, PrintStream ownErr) {
    private static final Path STANDARD_INPUT = Path.of("/proc/self/fd/0");
    private static final Path STANDARD_ERROR = Path.of("/proc/self/fd/2");

    /** The name of a terminal that cannot move the cursor. */
    private static final String DUMB = "dumb";

    /** A terminal whose outputs make every text safe to show, also if they are files or pipes. */
    public Terminal(InputStream in, OutputStream out, OutputStream err) {
        this(in, stream(new TextOutput(out)), stream(new TextOutput(err)), stream(out), stream(err));
    }

    private static PrintStream stream(OutputStream output) {
        return new PrintStream(output, true, StandardCharsets.UTF_8);
    }

    /** Whether a write to standard output has failed. */
    public boolean hasLostOutput() {
        boolean hasLostText = out.checkError();
        boolean hasLostOwn = ownOut.checkError();
        return hasLostText || hasLostOwn;
    }

    /** Whether standard error is shown on a terminal; false if unknown. */
    static boolean isInteractive() {
        return isTerminal(STANDARD_ERROR) && !DUMB.equals(System.getenv("TERM"));
    }

    /** Whether standard input is typed on a terminal, which echoes it; false if unknown. */
    public static boolean isTyped() {
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
