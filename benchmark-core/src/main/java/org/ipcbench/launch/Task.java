package org.ipcbench.launch;

import org.ipcbench.workload.Workload;

/**
 * What peers are to measure over a fresh channel.
 *
 * @param maxMessageBytes the largest message, in bytes; at most what the peers were started for
 * @param bufferSizeBytes requested buffer size, in bytes; 0 leaves the transport's default
 * @param spinNanos for how long a receiver looks for a message before it sleeps, in nanoseconds; 0 if it sleeps at once
 * @param warmUpNanos the longest warm-up, in nanoseconds
 * @param meterNanos for how long peers look for the machine's stalls after the measured part, in nanoseconds; 0 if they do not
 */
public record Task(
        Workload workload,
        int maxMessageBytes,
        int bufferSizeBytes,
        long spinNanos,
        long warmUpNanos,
        long meterNanos) {}
