package org.ipcbench.measure.clock;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;

/** CPU time of a thread. */
@FunctionalInterface
public interface CpuClock {

    /** CPU time (user and system) since the thread started, in nanoseconds. */
    long nanos();

    /**
     * The CPU time of the calling thread, up to the moment of the call. Linux keeps it in nanoseconds; a reading takes
     * about 0.6 µs. The times of a running thread in {@code /proc} may be one scheduler tick old.
     */
    static CpuClock ofCallingThread() {
        ThreadMXBean threads = ManagementFactory.getThreadMXBean();
        return threads.isCurrentThreadCpuTimeSupported() ? threads::getCurrentThreadCpuTime : () -> 0;
    }
}
