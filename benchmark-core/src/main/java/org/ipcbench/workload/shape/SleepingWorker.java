package org.ipcbench.workload.shape;

import java.util.function.LongConsumer;
import org.ipcbench.measure.clock.NanoClock;
import org.ipcbench.measure.sample.Recorder;
import org.ipcbench.measure.sample.WorkTime;

/** Sleeps at least for the time; a timer ends some tens of microseconds late, which the record shows. */
final class SleepingWorker extends Worker {
    private final long nanos;
    private final NanoClock clock;
    private final LongConsumer sleep;
    private long sleeps;
    private long sumNanos;

    /** @param sleep sleeps for about this number of nanoseconds, and may return early */
    SleepingWorker(long nanos, NanoClock clock, LongConsumer sleep) {
        this.nanos = nanos;
        this.clock = clock;
        this.sleep = sleep;
    }

    @Override
    public void work() {
        long start = clock.nanos();
        long now = start;
        while (now - start < nanos) {
            sleep.accept(nanos - (now - start));
            now = clock.nanos();
        }
        sleeps++;
        sumNanos += now - start;
    }

    @Override
    public void endBatch(Recorder recorder) {
        if (sleeps > 0) {
            recorder.recordWork(new WorkTime(sleeps, (double) sumNanos / sleeps));
        }
        sleeps = 0;
        sumNanos = 0;
    }
}
