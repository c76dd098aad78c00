package org.ipcbench.launch.command;

import java.util.List;
import java.util.Optional;
import org.ipcbench.control.HeapLoad;
import org.ipcbench.transport.Traits;
import org.ipcbench.workload.Role;

/**
 * What the user has declared to run beside the peers of each iteration.
 *
 * @param command the words of a command; none if nothing runs
 * @param heap what the server allocates; empty if nothing
 */
public record Neighbour(List<String> command, Optional<HeapLoad> heap) {
    public static final Neighbour NONE = new Neighbour(List.of(), Optional.empty());

    /** The command that gives it a session of its own. */
    public static final String SESSION = "setsid";

    public Neighbour {
        command = List.copyOf(command);
    }

    /** What a peer has to allocate; empty if nothing was declared. */
    Optional<HeapLoad> heapOf(Role role, Traits traits) {
        boolean serves = role == Role.SERVER || !traits.hasServerPeer();
        return role == Role.AUXILIARY ? Optional.empty() : heap.map(load -> serves ? load : HeapLoad.OF_THE_OTHER);
    }

    /** Whether a process runs beside the peers. */
    public boolean isProcess() {
        return !command.isEmpty();
    }
}
