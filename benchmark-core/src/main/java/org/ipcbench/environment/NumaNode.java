package org.ipcbench.environment;

/**
 * Memory that is equally near to some CPUs.
 *
 * @param id the kernel's number of it
 * @param cpus its CPUs, in the kernel's notation; empty where it is memory only
 * @param memoryBytes all memory of it, free or not
 */
public record NumaNode(int id, String cpus, long memoryBytes) {}
