package org.ipcbench.cli.terminal;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Width of the terminal behind standard error, from the command {@code stty}. The JDK does not know the width. A
 * library that opens the terminal would take over its settings and signals: Ctrl-C would then end the JVM before its
 * results are written.
 */
final class TerminalWidth {
    /** Width if it is unknown, as on a serial line. */
    private static final int USUAL_COLUMNS = 80;

    private static final Duration PATIENCE = Duration.ofSeconds(2);
    private static final Pattern ROWS_AND_COLUMNS = Pattern.compile("\\d+ (\\d+)\\s*");

    private volatile int columns = USUAL_COLUMNS;

    int columns() {
        return columns;
    }

    /**
     * Asks for the width. This starts a process and takes some milliseconds, so it must not run during a measurement.
     */
    void ask() {
        try {
            Process stty = new ProcessBuilder("sh", "-c", "exec stty size <&2 2>/dev/null")
                    .redirectError(ProcessBuilder.Redirect.INHERIT)
                    .start();
            stty.getOutputStream().close();
            if (!stty.waitFor(PATIENCE.toMillis(), TimeUnit.MILLISECONDS)) {
                stty.destroyForcibly();
                return;
            }
            Matcher size = ROWS_AND_COLUMNS.matcher(
                    new String(stty.getInputStream().readAllBytes(), StandardCharsets.US_ASCII));
            if (size.matches() && !size.group(1).equals("0")) {
                columns = Integer.parseInt(size.group(1));
            }
        } catch (IOException e) {
            // if the command is missing or cannot be started, the width does not change
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt(); // the run will see it
        }
    }
}
