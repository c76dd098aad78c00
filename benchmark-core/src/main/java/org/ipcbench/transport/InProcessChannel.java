package org.ipcbench.transport;

import java.io.IOException;

/**
 * A channel whose other end lives on the same thread. Where it would have to wait, for room or for a message, the other
 * half of the workload takes a step instead.
 */
public interface InProcessChannel extends Channel {

    /** One step of the other half: it handles the message that is on its way. */
    interface OtherHalf {
        void step() throws IOException;
    }

    /** Says who takes a step when this end has to wait; without anybody, waiting fails. */
    void whenWaiting(OtherHalf otherHalf);

    /** Lets the other half handle what is on its way now, although this end need not wait; nothing where nothing is. */
    void handOver() throws IOException;
}
