package org.ipcbench.environment;

/**
 * Memory with equal distance to some CPUs.
 *
 * @param id the kernel's number of the node
 * @param cpus its CPUs, in the kernel's notation; empty if the node has only memory
 * @param memoryBytes all of its memory, free or not
 */
public record NumaNode(int id, String cpus, long memoryBytes) {}
