package org.ipcbench.measure.result;

/**
 * Memory that connections take which say nothing, all together.
 *
 * @param connections number of these connections
 * @param processBytes of this process: its heap and its direct buffers, in bytes
 * @param kernelBytes of the kernel, for both ends, in bytes; 0 from the side that does not look
 */
public record IdleMemory(int connections, long processBytes, long kernelBytes) {}
