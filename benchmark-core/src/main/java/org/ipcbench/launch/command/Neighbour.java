package org.ipcbench.launch.command;

import java.util.List;

/**
 * What the user has declared to run beside the peers of each iteration.
 *
 * @param command the words of a command; none if nothing runs
 */
public record Neighbour(List<String> command) {
    public static final Neighbour NONE = new Neighbour(List.of());

    public Neighbour {
        command = List.copyOf(command);
    }

    /** Whether a process runs beside the peers. */
    public boolean isProcess() {
        return !command.isEmpty();
    }
}
