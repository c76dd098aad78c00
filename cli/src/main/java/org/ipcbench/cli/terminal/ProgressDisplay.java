package org.ipcbench.cli.terminal;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import me.tongfei.progressbar.ProgressBar;
import me.tongfei.progressbar.ProgressBarBuilder;
import me.tongfei.progressbar.ProgressBarConsumer;
import me.tongfei.progressbar.ProgressBarStyle;
import org.ipcbench.plan.Plan;
import org.ipcbench.plan.result.IterationResult;
import org.ipcbench.plan.rounds.RunListener;

/** A bar on standard error that shows the run's progress, its remaining time and the current cell. */
final class ProgressDisplay implements RunListener, AutoCloseable {
    private static final int STEPS_PER_TURN = 1000;

    /** Drawing takes CPU time from what is being measured. */
    private static final int UPDATE_MILLIS = 1000;

    private final IterationNames names;
    private final BarLine line;
    private final ProgressBar bar;
    private int ended;

    ProgressDisplay(Terminal terminal, IterationNames names) {
        this.names = names;
        line = new BarLine(terminal);
        bar = new ProgressBarBuilder()
                .setTaskName("measuring")
                .setInitialMax(STEPS_PER_TURN)
                .setStyle(ProgressBarStyle.ASCII)
                .setUpdateIntervalMillis(UPDATE_MILLIS)
                .setUnit("", STEPS_PER_TURN)
                .clearDisplayOnFinish()
                .setConsumer(line)
                .build();
    }

    @Override
    public void roundStarted(long turnsLeft) {
        bar.maxHint((ended + turnsLeft) * STEPS_PER_TURN);
    }

    @Override
    public void iterationStarted(Plan.Turn turn) {
        line.fit(); // now, because nothing is measured yet
        bar.setExtraMessage(" " + names.of(turn));
    }

    @Override
    public void progressed(Plan.Turn turn, double fraction) {
        bar.stepTo((long) ((ended + fraction) * STEPS_PER_TURN));
    }

    @Override
    public void iterationEnded(IterationResult result) {
        ended++;
        bar.stepTo((long) ended * STEPS_PER_TURN);
    }

    /** Prints a line in the place of the bar; the bar's next update moves it below the line. */
    void printAbove(String text) {
        line.printAbove(text);
    }

    @Override
    public void close() {
        bar.close();
    }

    /**
     * The terminal's last line. The bar draws it on another thread, so methods are synchronized. The library's own
     * consumer would open the terminal and so restore the default action of Ctrl-C.
     */
    private static final class BarLine implements ProgressBarConsumer {
        private static final String LINE_START = "\r";
        private static final String ERASE_TO_LINE_END = "\u001b[K";
        /** Makes the terminal cut off a line that no longer fits because the window has become narrower. */
        private static final String NO_WRAP = "\u001b[?7l";

        private static final String WRAP = "\u001b[?7h";

        private final Terminal terminal;
        private final TerminalWidth width = new TerminalWidth();

        BarLine(Terminal terminal) {
            this.terminal = terminal;
            fit();
        }

        void fit() {
            width.ask();
        }

        /** The last column stays empty, because some terminals would erase it. */
        @Override
        public int getMaxRenderedLength() {
            return width.columns() - 1;
        }

        /**
         * Writes everything at once, so that a signal cannot leave line wrap off. The cursor returns to the start of
         * the line, so that a {@code ^C} shown by the terminal is erased with the bar.
         */
        @Override
        public synchronized void accept(String bar) {
            terminal.ownErr()
                    .print(LINE_START + NO_WRAP + TextOutput.shown(bar) + ERASE_TO_LINE_END + WRAP + LINE_START);
        }

        @Override
        public synchronized void clear() {
            terminal.ownErr().print(LINE_START + ERASE_TO_LINE_END);
        }

        synchronized void printAbove(String text) {
            clear();
            terminal.err().println(text);
        }

        @Override
        public void close() {
            // the line is cleared already, and this object does not own the terminal
        }
    }

    /**
     * Width of the terminal behind standard error, from the command {@code stty}. The JDK does not know the width. A
     * library that opens the terminal would take over its settings and signals: Ctrl-C would then end the JVM before its
     * results are written.
     */
    private static final class TerminalWidth {
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
}
