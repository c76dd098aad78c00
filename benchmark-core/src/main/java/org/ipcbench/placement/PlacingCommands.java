package org.ipcbench.placement;

import java.io.IOException;

/**
 * The commands that move processes. They are tried before a plan relies on them, because a command may be missing, old
 * or forbidden.
 */
public interface PlacingCommands {
    /**
     * The CPUs to which this process's children can be moved. They include CPUs that the kernel isolates ({@code
     * isolcpus}), although no process runs on those unless it is moved there.
     *
     * @throws IOException with the command's output, if the command is missing or fails
     */
    CpuSet reachable() throws IOException;

    /**
     * Tries a place: moves a process there that ends at once.
     *
     * @throws IOException with the command's output, if the command is missing or fails
     */
    void attempt(Place place) throws IOException;

    /**
     * Moves a running thread to these CPUs; the threads that it starts later follow it.
     *
     * @param threadId the kernel's identifier
     * @throws IOException with the command's output, if the command is missing or fails
     */
    void move(long threadId, CpuSet cpus) throws IOException;

    /**
     * Moves all threads of a running process to these CPUs.
     *
     * @throws IOException as {@link #move}
     */
    void moveAll(long processId, CpuSet cpus) throws IOException;
}
