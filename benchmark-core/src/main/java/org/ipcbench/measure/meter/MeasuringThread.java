package org.ipcbench.measure.meter;

import java.io.Closeable;
import java.io.IOException;
import org.ipcbench.measure.result.Count;
import org.ipcbench.measure.result.Mark;

/** The kernel's information about a thread that exchanges messages. */
@FunctionalInterface
public interface MeasuringThread extends Closeable {

    /** The number of the CPU that the thread runs on; {@link Mark#UNKNOWN_CPU} if the kernel does not tell. */
    int cpu();

    /**
     * Time so far for which the thread could have run while another thread had its CPU, in nanoseconds; {@link
     * Count#UNKNOWN} if the kernel does not tell.
     */
    default long queuedNanos() {
        return Count.UNKNOWN;
    }

    /** Number of migrations to another CPU so far; {@link Count#UNKNOWN} if the kernel does not tell. */
    default long migrations() {
        return Count.UNKNOWN;
    }

    @Override
    default void close() throws IOException {
        // most have nothing open
    }

    /** Returns the information about the calling thread; only that thread may use it. */
    static MeasuringThread ofCallingThread() {
        return KernelThread.ofCallingThread();
    }
}
