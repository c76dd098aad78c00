package org.ipcbench.measure.result;

/**
 * Memory that connections take which say nothing, all together.
 *
 * @param connections number of these connections
 * @param processBytes of this process's heap, in bytes; buffers outside it are left out, whose size is this program's choice
 * @param kernelBytes of the kernel, for both ends, in bytes; -1 if unknown, and from the side that does not look
 */
public record IdleMemory(int connections, long processBytes, long kernelBytes) {}
