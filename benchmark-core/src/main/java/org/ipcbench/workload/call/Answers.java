package org.ipcbench.workload.call;

import java.io.Closeable;
import java.io.IOException;

/** How the sender of calls waits for the answers that something else receives. */
interface Answers extends Closeable {

    /** Called before the first request of each batch. */
    void beginBatch() throws IOException;

    /** Returns once this number of answers has come; throws if receiving has failed. */
    void await(long number) throws IOException;

    @Override
    void close();
}
