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

    /**
     * Handles messages up to and including the last of the batch.
     *
     * @return how many there were
     */
    default long batch() throws IOException {
        long messages = 1;
        while (!step()) {
            messages++;
        }
        return messages;
    }
}
