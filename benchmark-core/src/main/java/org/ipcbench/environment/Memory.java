package org.ipcbench.environment;

/**
 * Main memory, and the part of it that shared-memory transports map.
 *
 * @param totalBytes main memory of the machine, without regard to a container's limit
 * @param sharedMemoryBytes size of {@code /dev/shm}, which is 64 MiB in many containers
 * @param sharedMemoryFreeBytes free part of {@code /dev/shm} when the environment was captured
 */
public record Memory(long totalBytes, long sharedMemoryBytes, long sharedMemoryFreeBytes) {}
