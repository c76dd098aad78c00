package org.ipcbench.workload;

import java.io.IOException;
import org.ipcbench.measure.BatchTimer;
import org.ipcbench.workload.Workload.Half;

/** The server's half of a workload, on its channel. */
public interface ServerHalf extends Half {

    /**
     * Called before the first message if the client's clock is not proven to be this half's: send times can then be neither latencies
     * nor impossible.
     */
    default void onTwoClocks() {
        // most halves compare no times
    }

    /**
     * Handles one message.
     *
     * @return whether it was the last message of its batch, and is acknowledged
     */
    boolean step() throws IOException;

    /** Called while no request is under way, for one of several servers, which may not get the message that ends a batch. */
    default void endPart() {
        // most are the only server of their clients
    }

    /** After the last batch: for a short time, answers a client that has not received the last answer. */
    default void linger() throws IOException {
        // without losses the client has the answer
    }

    /**
     * Number of messages that were sent in the batch that has just ended.
     *
     * @param handled number of messages that were handled in it
     */
    default long sent(long handled) {
        return handled;
    }

    /**
     * Handles messages up to and including the last of the batch.
     *
     * @return number of messages that were sent
     */
    default long batch() throws IOException {
        long handled = 1;
        while (!step()) {
            handled++;
        }
        return sent(handled);
    }

    /**
     * Handles messages up to and including the last of the batch.
     * @param part the batch's timer, which is already awaiting the batch and is told about its progress and end
     */
    default long batch(BatchTimer part) throws IOException {
        while (!endsBeforeLook(part)) {
            part.checkClock();
        }
        part.end();
        return sent(part.messages());
    }

    /**
     * The loop of a batch. Like the client's loop, it is called often, so that it is compiled before the measured part.
     */
    private boolean endsBeforeLook(BatchTimer part) throws IOException {
        do {
            if (step()) {
                return true;
            }
        } while (!part.isDue());
        return false;
    }
}
