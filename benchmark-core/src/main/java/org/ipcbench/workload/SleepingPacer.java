package org.ipcbench.workload;

import java.util.function.LongConsumer;
import org.ipcbench.measure.CpuClock;
import org.ipcbench.measure.NanoClock;

/** Sleeps until it is time, and looks at the CPU time before and after, which costs little beside a sleep. */
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
    long await(long untilNanos) {
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
        return clock.nanos(); // the look at the CPU time has taken a while
    }

    @Override
    long cpuNanos() {
        return cpuNanos;
    }

    @Override
    void begin() {
        cpuNanos = 0;
    }
}
