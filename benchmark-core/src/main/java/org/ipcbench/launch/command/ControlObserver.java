package org.ipcbench.launch.command;

import org.ipcbench.control.ControlMessage;
import org.ipcbench.workload.Role;

/**
 * Sees the control messages between the launcher and the processes of a pair: each one just before it is sent, or, once it
 * has been heard, just before the launcher acts upon it. An observer runs on the thread that drives the pair, so it knows
 * what the pair has reached; it sees no message of the measured part but the heartbeats.
 */
@FunctionalInterface
public interface ControlObserver {
    /** Looks at nothing. */
    ControlObserver NONE = (role, message) -> {};

    /**
     * A message passes.
     *
     * @param role the process that gets the message or has sent it; the message's type tells which
     */
    void passes(Role role, ControlMessage message);
}
