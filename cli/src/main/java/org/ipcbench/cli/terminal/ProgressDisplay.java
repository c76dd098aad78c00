package org.ipcbench.cli.terminal;

import me.tongfei.progressbar.ProgressBar;
import me.tongfei.progressbar.ProgressBarBuilder;
import me.tongfei.progressbar.ProgressBarConsumer;
import me.tongfei.progressbar.ProgressBarStyle;
import org.ipcbench.plan.Plan;
import org.ipcbench.plan.result.IterationResult;
import org.ipcbench.plan.rounds.RunListener;

/** A bar on standard error: how far the run is, how long it will still take, and which cell is being measured. */
final class ProgressDisplay implements RunListener, AutoCloseable {
    private static final int STEPS_PER_TURN = 1000;
    private static final int UPDATE_MILLIS = 200;

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

    /** Prints a line where the bar is, which moves below it with its next update. */
    void printAbove(String text) {
        line.printAbove(text);
    }

    @Override
    public void close() {
        bar.close();
    }

    /**
     * The terminal's last line; the bar draws it on a thread of its own, so that one waits for the other. The library's own
     * consumer would open the terminal, and with that put the default action of Ctrl-C back.
     */
    private static final class BarLine implements ProgressBarConsumer {
        private static final String LINE_START = "\r";
        private static final String ERASE_TO_LINE_END = "\u001b[K";
        /** A line that does not fit any more, because the window has become narrower, is cut off by the terminal. */
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

        /** The last column stays empty: some terminals would erase what stands there. */
        @Override
        public int getMaxRenderedLength() {
            return width.columns() - 1;
        }

        /**
         * In one piece, so that a signal leaves no terminal that does not wrap; and with the cursor back at the start, where
         * the ^C that a terminal shows will be erased with the bar.
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
            // the line is cleared, and the terminal is not this object's
        }
    }
}
