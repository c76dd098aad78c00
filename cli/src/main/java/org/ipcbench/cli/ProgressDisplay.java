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

    private final ProgressBar bar;
    private int ended;

    ProgressDisplay(PrintStream err, int turns) {
        bar = new ProgressBarBuilder()
                .setTaskName("measuring")
                .setInitialMax((long) turns * STEPS_PER_TURN)
                .setStyle(ProgressBarStyle.ASCII)
                .setUpdateIntervalMillis(UPDATE_MILLIS)
                .setUnit("", STEPS_PER_TURN)
                .clearDisplayOnFinish()
                .setConsumer(new ConsoleProgressBarConsumer(err))
                .build();
    }

    @Override
    public void iterationStarted(Plan.Turn turn) {
        bar.setExtraMessage(" %s, %d bytes, iteration %d"
                .formatted(turn.cell().transportId(), turn.cell().sizeBytes(), turn.iteration()));
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

    @Override
    public void close() {
        bar.close();
    }
}
