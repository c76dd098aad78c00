package org.ipcbench.launch;

import org.ipcbench.control.ControlMessage;
import org.ipcbench.workload.Role;

/** An event of a peer, as its launcher sees it. */
sealed interface PeerEvent {
    Role role();

    /** The peer sent a message. */
    record Said(Role role, ControlMessage message) implements PeerEvent {}

    /** The peer's process has ended, or its control link has. */
    record Died(Role role, String description) implements PeerEvent {}
}
