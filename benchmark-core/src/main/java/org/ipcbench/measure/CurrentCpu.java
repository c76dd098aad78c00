package org.ipcbench.measure;

import java.io.Closeable;
import java.io.IOException;

/** On which CPU a thread is. */
@FunctionalInterface
public interface CurrentCpu extends Closeable {

    /** The CPU's number; {@link Mark#UNKNOWN_CPU} where the kernel does not tell. */
    int number();

    @Override
    default void close() throws IOException {
        // most have nothing open
    }

    /** Tells it of the calling thread, which alone may ask. */
    static CurrentCpu ofCallingThread() {
        return ThreadStat.ofCallingThread();
    }
}
