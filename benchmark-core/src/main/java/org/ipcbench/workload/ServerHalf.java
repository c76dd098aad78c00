package org.ipcbench.workload;

import java.io.IOException;

/** What the server of a workload does on its channel. */
public interface ServerHalf {

    /**
     * Handles one message.
     *
     * @return whether it was the last of its batch, which has been acknowledged then
     */
    boolean step() throws IOException;

    /** After the last batch: helps the client out that has not heard the last answer, for a short while. */
    default void linger() throws IOException {
        // where nothing gets lost, it has
    }

    /**
     * Handles messages up to and including the last of the batch.
     *
     * @return how many there were when they were sent
     */
    default long batch() throws IOException {
        long messages = 1;
        while (!step()) {
            messages++;
        }
        return messages;
    }
}
