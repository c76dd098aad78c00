package org.ipcbench.measure;

/**
 * What a peer used up over the measured part.
 *
 * @param cpuNanos CPU time of the whole process, in nanoseconds
 * @param allocatedBytes what its threads allocated on the heap, in bytes; those that talk to the launcher do not count
 */
public record Cost(long cpuNanos, long allocatedBytes) {
    public static final Cost NONE = new Cost(0, 0);
}
