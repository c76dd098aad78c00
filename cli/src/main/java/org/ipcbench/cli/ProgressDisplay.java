package org.ipcbench.cli;

import java.io.PrintStream;
import me.tongfei.progressbar.ConsoleProgressBarConsumer;
import me.tongfei.progressbar.ProgressBar;
import me.tongfei.progressbar.ProgressBarBuilder;
import me.tongfei.progressbar.ProgressBarStyle;
import org.ipcbench.plan.IterationResult;
import org.ipcbench.plan.Plan;
import org.ipcbench.plan.RunListener;

/** A bar on standard error: how far the run is, how long it will still take, and which cell is being measured. */
final class ProgressDisplay implements RunListener, AutoCloseable {
    private static final int STEPS_PER_TURN = 1000;
    private static final int UPDATE_MILLIS = 200;

    private final IterationNames names;
    private final BarLine line;
    private final ProgressBar bar;
    private int ended;

    ProgressDisplay(PrintStream err, IterationNames names) {
        this.names = names;
        line = new BarLine(err);
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

    /** The terminal's last line; the bar draws it on a thread of its own, so that one waits for the other. */
    private static final class BarLine extends ConsoleProgressBarConsumer {
        private final PrintStream err;

        BarLine(PrintStream err) {
            super(err);
            this.err = err;
        }

        @Override
        public synchronized void accept(String bar) {
            super.accept(bar);
        }

        synchronized void printAbove(String text) {
            clear();
            err.println(text);
        }
    }
}
