package org.ipcbench.cli.terminal;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * How wide the terminal behind standard error is. The command {@code stty} tells, because the JDK does not, and a library
 * that opens the terminal would take over its settings and signals: Ctrl-C then ends the JVM before its results are
 * written.
 */
final class TerminalWidth {
    /** Where nothing tells, as on a serial line. */
    private static final int USUAL_COLUMNS = 80;

    private static final Duration PATIENCE = Duration.ofSeconds(2);
    private static final Pattern ROWS_AND_COLUMNS = Pattern.compile("\\d+ (\\d+)\\s*");

    private volatile int columns = USUAL_COLUMNS;

    int columns() {
        return columns;
    }

    /** Asks; takes some milliseconds and starts a process, so that nothing should be measured meanwhile. */
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
            // without the command, or a process for it, the width stays what it was
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt(); // the run will see it
        }
    }
}
