package org.ipcbench.workload.exchange;

import java.io.IOException;

/** A client half whose messages can also carry the time at which they were meant to be sent. */
public interface PacedSender extends ClientHalf {

    /** A batch of messages with intended times begins; its first message may be sampled as well. */
    void begin(long startNanos);

    /** Sends the next message, the last of its batch where that bit is set; the receiver takes its latency from the intended time. */
    void send(int last, long intendedNanos) throws IOException;

    /** Waits until the server has handled the last message. */
    void awaitEnd() throws IOException;
}
