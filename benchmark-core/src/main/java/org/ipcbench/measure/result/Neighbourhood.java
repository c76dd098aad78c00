package org.ipcbench.measure.result;

/**
 * What ran beside the peers because the user had declared it.
 *
 * @param cpuNanos CPU time of a command in the measured part, in nanoseconds
 */
public record Neighbourhood(long cpuNanos) {}
