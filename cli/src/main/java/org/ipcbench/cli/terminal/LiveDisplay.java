package org.ipcbench.cli.terminal;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.ipcbench.cli.terminal.Terminal.TerminalSize;
import org.ipcbench.cli.terminal.Terminal.TextOutput;
import org.ipcbench.cli.terminal.TerminalDisplay.IterationNames;
import org.ipcbench.measure.clock.NanoClock;
import org.ipcbench.plan.Plan;
import org.ipcbench.plan.result.IterationResult;
import org.ipcbench.plan.result.RunResult;
import org.ipcbench.plan.rounds.RunListener;
import org.ipcbench.report.table.LiveTable;
import org.ipcbench.text.TextColumns;
import org.ipcbench.text.TextColumns.WrappedText;
import org.jline.terminal.impl.DumbTerminal;
import org.jline.utils.AttributedString;
import org.jline.utils.Display;

/**
 * The last lines of the terminal behind standard error: the rankings so far, and below them how far the run has come. Drawn between
 * iterations only, on the thread that runs them, because drawing takes CPU time from what is measured.
 */
final class LiveDisplay implements RunListener, AutoCloseable {
    /** Understood by all terminals in use. JLine opens no terminal itself: it would take Ctrl-C away from the JVM. */
    private static final String TERMINAL_TYPE = "xterm";

    /** What is measured, the key, and an empty line, which some terminals need. */
    private static final int LINES_BELOW_RANKINGS = 3;

    private static final String ERASED_BELOW = "\r\033[J";

    private static final int PERCENT = 100;
    private static final double NANOS_PER_SECOND = 1e9;
    private static final int SECONDS_PER_MINUTE = 60;

    /** A ranking of thousands of cells takes longer to make than a message: it is drawn less often. */
    private static final double MAX_SHARE_OF_TIME = 0.02;

    private final Terminal terminal;
    private final IterationNames names;
    private final LiveTable table;
    private final Supplier<RunResult> soFar;
    private final NanoClock clock;
    private final TerminalSize size = new TerminalSize();
    private final Optional<Keys> keys;
    private final Display display;
    private final long begunNanos;
    private List<String> ranking = List.of();
    private String state = "";
    private long turnsLeft;
    private int ended;
    private int drawnColumns;
    private boolean isMeasuring;
    private long rankedNanos;
    private long rankingTookNanos;

    LiveDisplay(Terminal terminal, IterationNames names, LiveTable table, Supplier<RunResult> soFar, NanoClock clock) {
        this.terminal = terminal;
        this.names = names;
        this.table = table;
        this.soFar = soFar;
        this.clock = clock;
        begunNanos = clock.nanos();
        keys = Keys.ofForeground(terminal.in());
        try {
            display = new Display(
                    new DumbTerminal(
                            "ipcbench",
                            TERMINAL_TYPE,
                            InputStream.nullInputStream(),
                            terminal.ownErr(),
                            StandardCharsets.UTF_8),
                    false);
        } catch (IOException e) {
            throw new UncheckedIOException("the streams of a terminal in memory cannot fail", e);
        }
    }

    @Override
    public void roundStarted(long left) {
        turnsLeft = left;
    }

    @Override
    public void iterationStarted(Plan.Turn turn) {
        size.ask(); // now, because nothing is measured yet
        if (isDue()) {
            long begin = clock.nanos();
            ranking = table.lines(soFar.get(), size.columns() - 1, size.rows() - LINES_BELOW_RANKINGS);
            rankedNanos = clock.nanos();
            rankingTookNanos = rankedNanos - begin;
        }
        state = progress() + names.of(turn);
        draw();
    }

    private boolean isDue() {
        return ended > 0 && rankingTookNanos <= MAX_SHARE_OF_TIME * (clock.nanos() - rankedNanos);
    }

    /** For example {@code 25 %, about 1 min 10 s left: }. */
    private String progress() {
        if (ended == 0) {
            return "";
        }
        long total = ended + turnsLeft;
        double elapsed = (clock.nanos() - begunNanos) / NANOS_PER_SECOND;
        long left = Math.round(elapsed / ended * turnsLeft);
        return "%d %%, about %s left: "
                .formatted(
                        (long) PERCENT * ended / Math.max(1, total),
                        left < SECONDS_PER_MINUTE
                                ? left + " s"
                                : "%d min %d s".formatted(left / SECONDS_PER_MINUTE, left % SECONDS_PER_MINUTE));
    }

    @Override
    public void progressed(Plan.Turn turn, double fraction) {
        isMeasuring = true;
    }

    @Override
    public void iterationEnded(IterationResult result) {
        isMeasuring = false;
        ended++;
        turnsLeft = Math.max(0, turnsLeft - 1);
    }

    /** Whether the user has pressed the key that ends the run. */
    boolean isEndWanted() {
        return keys.filter(Keys::isEndPressed).isPresent();
    }

    /** Prints a line above the rankings, or in their place while an iteration is measured. */
    void printAbove(String text) {
        erase();
        terminal.err().println(WrappedText.of(text, size.columns()));
        if (!isMeasuring) {
            draw();
        }
    }

    private void draw() {
        List<String> lines = new ArrayList<>(ranking);
        lines.add(state);
        if (keys.isPresent()) {
            lines.add("press q to end the run after this iteration");
        }
        if (drawnColumns != size.columns()) {
            terminal.ownErr().print(ERASED_BELOW); // the terminal has broken the drawn lines in its own way
            display.reset();
            drawnColumns = size.columns();
        }
        display.resize(size.rows(), size.columns());
        display.update(
                lines.stream()
                        .map(line ->
                                AttributedString.fromAnsi(TextOutput.shown(TextColumns.cut(line, size.columns() - 1))))
                        .toList(),
                0);
        terminal.ownErr().flush();
    }

    private void erase() {
        display.update(List.of(), 0);
        display.reset();
    }

    @Override
    public void close() {
        erase();
        keys.ifPresent(Keys::close);
    }

    /**
     * Keys that are pressed on the terminal while a run is measured, read without waiting for the end of a line. A small process
     * switches the terminal over, and switches it back when this object is closed or this program has died of anything.
     */
    private static final class Keys implements AutoCloseable {
        private static final char END = 'q';

        /**
         * Standard input is the pipe whose end tells that this program is gone; the terminal's own signals are left to this program. A
         * shell that has changed the settings meanwhile, because the run went to the background, keeps them.
         */
        private static final String SWITCH =
                "trap '' INT TERM HUP QUIT TTOU TSTP; exec 3</dev/tty; before=$(stty -g <&3) || exit;"
                        + " stty -icanon -echo min 1 time 0 <&3; ours=$(stty -g <&3); echo; cat >/dev/null;"
                        + " [ \"$(stty -g <&3)\" != \"$ours\" ] || stty \"$before\" <&3";

        private static final Duration PATIENCE = Duration.ofSeconds(2);
        private static final Path OWN_STATE = Path.of("/proc/self/stat");

        /** Fields of the kernel's line behind the name of the program: state, parent, process group, session, terminal, its foreground. */
        private static final int PROCESS_GROUP = 2;

        private static final int FOREGROUND = 5;

        private final InputStream in;
        private final Process switched;
        private boolean isEndPressed;

        private Keys(InputStream in, Process switched) {
            this.in = in;
            this.switched = switched;
        }

        /** Keys of the terminal in whose foreground this program is; empty otherwise, because it would be stopped if it read them. */
        static Optional<Keys> ofForeground(InputStream in) {
            if (!Terminal.isTyped() || !isForeground()) {
                return Optional.empty();
            }
            try {
                Process process = new ProcessBuilder("sh", "-c", SWITCH)
                        .redirectError(ProcessBuilder.Redirect.DISCARD)
                        .start();
                if (process.getInputStream().read() != '\n') { // there is no terminal, or no stty
                    process.destroyForcibly();
                    return Optional.empty();
                }
                return Optional.of(new Keys(in, process));
            } catch (IOException e) {
                return Optional.empty(); // Ctrl-C still ends the run
            }
        }

        private static boolean isForeground() {
            try {
                String line = Files.readString(OWN_STATE);
                List<String> fields =
                        List.of(line.substring(line.lastIndexOf(')') + 2).split(" ", -1));
                return fields.get(PROCESS_GROUP).equals(fields.get(FOREGROUND));
            } catch (IOException e) {
                return false;
            }
        }

        /** Whether the key that ends the run has been pressed. */
        boolean isEndPressed() {
            try {
                while (!isEndPressed && in.available() > 0 && isForeground()) {
                    isEndPressed = in.read() == END;
                }
            } catch (IOException e) {
                return isEndPressed; // a closed terminal has no keys
            }
            return isEndPressed;
        }

        /** Waits until the terminal is as before. */
        @Override
        public void close() {
            try {
                switched.getOutputStream().close();
                if (!switched.waitFor(PATIENCE.toMillis(), TimeUnit.MILLISECONDS)) {
                    switched.destroy();
                }
            } catch (IOException e) {
                switched.destroy(); // it has died, or the pipe has
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt(); // the process ends by itself
            }
        }
    }
}
