package org.ipcbench.transport;

import java.io.IOException;

/**
 * A channel whose other end is used by the same thread. Instead of waiting for room or for a message, it lets the other
 * half of the workload take a step.
 */
public interface InProcessChannel extends Channel {

    /** One step of the other half, which handles the message that is on its way. */
    interface OtherHalf {
        void step() throws IOException;
    }

    /** Sets the half that takes a step when this end has to wait; without one, waiting fails. */
    void whenWaiting(OtherHalf otherHalf);

    /**
     * Lets the other half handle a message that is on its way, although this end need not wait. Does nothing if there
     * is none.
     */
    void handOver() throws IOException;
}
