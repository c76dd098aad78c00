package org.ipcbench.launch.command;

import org.ipcbench.control.ControlMessage;
import org.ipcbench.workload.Role;

/**
 * Observes the control messages between the launcher and the processes of a pair: each one just before it is sent, or
 * after it has been received, just before the launcher acts upon it. An observer runs on the thread that drives the
 * pair, so it knows the pair's stage. In the measured part there are no messages, only the launcher's looks.
 */
@FunctionalInterface
public interface ControlObserver {
    /** Ignores all messages. */
    ControlObserver NONE = (role, message) -> {};

    /**
     * Called for each message.
     *
     * @param role the process that gets or has sent the message; the message's type shows the direction
     */
    void passes(Role role, ControlMessage message);

    /**
     * Called for each process that counts messages, whenever the launcher looks at the processes.
     *
     * @param messages number of messages that the process has counted in this phase
     */
    default void looks(Role role, long messages) {}
}
