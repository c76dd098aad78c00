package org.ipcbench.measure.clock;

/** A monotonic clock that all processes of one machine share; injected so that tests can set it. */
@FunctionalInterface
public interface NanoClock {

    /** Nanoseconds since an arbitrary moment, the same moment for every process of this boot. */
    long nanos();

    /** {@link System#nanoTime()}, which is {@code CLOCK_MONOTONIC} on Linux. */
    static NanoClock system() {
        return System::nanoTime;
    }
}
