package org.ipcbench.workload.load;

import java.util.function.LongConsumer;
import org.ipcbench.measure.clock.CpuClock;
import org.ipcbench.measure.clock.NanoClock;
import org.ipcbench.measure.meter.StallLog;
import org.jspecify.annotations.Nullable;

/**
 * Sleeps until a message is due, and reads the CPU time before and after, which costs little compared with a sleep.
 */
final class SleepingPacer extends Pacer {
    private final NanoClock clock;
    private final CpuClock cpuClock;
    private final LongConsumer sleep;
    private long cpuNanos;

    /** @param sleep sleeps for about this number of nanoseconds, and may return early */
    SleepingPacer(NanoClock clock, CpuClock cpuClock, LongConsumer sleep) {
        this.clock = clock;
        this.cpuClock = cpuClock;
        this.sleep = sleep;
    }

    @Override
    public long await(long untilNanos) {
        long now = clock.nanos();
        if (now >= untilNanos) {
            return now;
        }
        long cpuBefore = cpuClock.nanos();
        while (now < untilNanos) {
            sleep.accept(untilNanos - now);
            now = clock.nanos();
        }
        cpuNanos += cpuClock.nanos() - cpuBefore;
        return clock.nanos(); // reading the CPU time has taken some time
    }

    @Override
    public long cpuNanos() {
        return cpuNanos;
    }

    @Override
    public void begin(@Nullable StallLog seen) {
        cpuNanos = 0;
    }
}
