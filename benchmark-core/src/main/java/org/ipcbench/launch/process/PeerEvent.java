package org.ipcbench.launch.process;

import org.ipcbench.control.ControlMessage;
import org.ipcbench.launch.command.PeerName;
import org.ipcbench.workload.Role;

/** An event of a peer that its launcher observes. */
sealed interface PeerEvent {
    PeerName name();

    /** The peer sent a message. */
    record Said(PeerName name, ControlMessage message) implements PeerEvent {
        /** The only peer in this role. */
        Said(Role role, ControlMessage message) {
            this(PeerName.of(role), message);
        }
    }

    /** The peer's process or its control link has ended. */
    record Died(PeerName name, String description) implements PeerEvent {
        /** The only peer in this role. */
        Died(Role role, String description) {
            this(PeerName.of(role), description);
        }
    }
}
