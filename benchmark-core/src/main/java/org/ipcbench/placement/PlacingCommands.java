package org.ipcbench.placement;

import java.io.IOException;

/** The commands that move processes, tried before a plan relies on them: some are missing, old or forbidden. */
public interface PlacingCommands {
    /**
     * The CPUs to which processes of this one can be moved. Those that the kernel isolates ({@code isolcpus}) are among them,
     * though nothing runs there unless it is moved.
     *
     * @throws IOException with the words of the command, where it is missing or fails
     */
    CpuSet reachable() throws IOException;

    /**
     * Moves a process there that ends at once.
     *
     * @throws IOException with the words of the command, where it is missing or fails
     */
    void attempt(Place place) throws IOException;
}
