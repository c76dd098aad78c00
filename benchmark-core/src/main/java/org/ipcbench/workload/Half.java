package org.ipcbench.workload;

import java.io.Closeable;
import java.io.IOException;

/** One side of a workload, on its channel. */
public interface Half extends Closeable {

    /** Sizes of the messages that this half exchanges: what it does, and not what the question asks for. */
    MessageSizes sizes();

    /** Releases what the half owns besides its channel. */
    @Override
    default void close() throws IOException {
        // most have nothing else
    }
}
