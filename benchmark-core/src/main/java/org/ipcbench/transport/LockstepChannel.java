package org.ipcbench.transport;

import java.io.IOException;

/**
 * A channel whose other end lives on the same thread. Where it would have to wait, for room or for a message, the other
 * half of the workload takes its turn instead.
 */
public interface LockstepChannel extends Channel {

    /** One step of the other half: it handles the message that is on its way. */
    interface Turn {
        void take() throws IOException;
    }

    /** Says who takes a turn when this end has to wait; without anybody, waiting fails. */
    void whenWaiting(Turn otherHalf);
}
