package org.ipcbench.measure.clock;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;

/** CPU time of a thread. */
@FunctionalInterface
public interface CpuClock {

    /** Nanoseconds of CPU, user and system, since the thread started. */
    long nanos();

    /**
     * The CPU time of the thread that asks, up to this very moment. Linux keeps it in nanoseconds; a reading takes about 0.6 µs.
     * What the kernel tells of a running thread in {@code /proc} may be a tick of the scheduler old.
     */
    static CpuClock ofCallingThread() {
        ThreadMXBean threads = ManagementFactory.getThreadMXBean();
        return threads.isCurrentThreadCpuTimeSupported() ? threads::getCurrentThreadCpuTime : () -> 0;
    }
}
