package org.ipcbench.cli.terminal;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Size of the terminal that this program was started in, from the command {@code stty}. The JDK does not know it. A
 * library that opens the terminal would take over its settings and signals: Ctrl-C would then end the JVM before its
 * results are written.
 */
public final class TerminalSize {
    /** Size if it is unknown, as on a serial line. */
    private static final int USUAL_ROWS = 24;

    private static final int USUAL_COLUMNS = 80;

    /** Nothing can be read in fewer. */
    private static final int LEAST_COLUMNS = 20;

    private static final Duration PATIENCE = Duration.ofSeconds(2);
    private static final Pattern ROWS_AND_COLUMNS = Pattern.compile("(\\d+) (\\d+)\\s*");

    private int rows = USUAL_ROWS;
    private int columns = USUAL_COLUMNS;

    /** The size at present. */
    public static TerminalSize asked() {
        TerminalSize size = new TerminalSize();
        size.ask();
        return size;
    }

    int rows() {
        return rows;
    }

    public int columns() {
        return columns;
    }

    /**
     * Asks for the size. This starts a process and takes some milliseconds, so it must not run during a measurement.
     */
    void ask() {
        try {
            Process stty = new ProcessBuilder(
                            "sh", "-c", "stty size <&2 2>/dev/null || exec stty size 2>/dev/null </dev/tty")
                    .redirectError(ProcessBuilder.Redirect.INHERIT)
                    .start();
            stty.getOutputStream().close();
            if (!stty.waitFor(PATIENCE.toMillis(), TimeUnit.MILLISECONDS)) {
                stty.destroyForcibly();
                return;
            }
            Matcher size = ROWS_AND_COLUMNS.matcher(
                    new String(stty.getInputStream().readAllBytes(), StandardCharsets.US_ASCII));
            if (size.matches()) {
                rows = known(size.group(1), rows);
                columns = Math.max(LEAST_COLUMNS, known(size.group(2), columns));
            }
        } catch (IOException e) {
            // if the command is missing or cannot be started, the size does not change
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt(); // the run will see it
        }
    }

    /** Zero means unknown. */
    private static int known(String number, int otherwise) {
        return number.equals("0") ? otherwise : Integer.parseInt(number);
    }
}
