package org.ipcbench.workload;

import java.io.IOException;

/** A client half whose messages can also carry the time at which they were meant to be sent. */
public interface PacedSender extends ClientHalf {

    /** Begins a batch of messages with intended times; its first message may be sampled as well. */
    void begin(long startNanos) throws IOException;

    /**
     * Sends the next message, which is the last of its batch if the last bit is set. The receiver measures the latency
     * from the intended time, in nanoseconds.
     */
    void send(int last, long intendedNanos) throws IOException;

    /** Waits until the server has handled the last message. */
    void awaitEnd() throws IOException;
}
