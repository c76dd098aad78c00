package org.ipcbench.measure.meter;

import java.io.Closeable;
import java.io.IOException;
import org.ipcbench.measure.result.Mark;
import org.ipcbench.measure.result.Scheduling;

/** What the kernel tells of a thread that exchanges messages. */
@FunctionalInterface
public interface MeasuringThread extends Closeable {

    /** The number of the CPU that it is on; {@link Mark#UNKNOWN_CPU} where the kernel does not tell. */
    int cpu();

    /**
     * Time for which it could have run and another thread had its CPU, so far, in nanoseconds; {@link Scheduling#UNTOLD} where the
     * kernel does not tell.
     */
    default long queuedNanos() {
        return Scheduling.UNTOLD;
    }

    /** How often it has gone to another CPU so far; {@link Scheduling#UNTOLD} where the kernel does not tell. */
    default long migrations() {
        return Scheduling.UNTOLD;
    }

    @Override
    default void close() throws IOException {
        // most have nothing open
    }

    /** Tells it of the calling thread, which alone may ask. */
    static MeasuringThread ofCallingThread() {
        return KernelThread.ofCallingThread();
    }
}
