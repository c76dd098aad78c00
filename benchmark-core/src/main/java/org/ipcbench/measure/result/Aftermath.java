package org.ipcbench.measure.result;

import java.util.List;
import org.ipcbench.measure.sample.Recorder.Notice;
import org.jspecify.annotations.Nullable;

/**
 * What followed the death of a peer.
 *
 * @param knownNanos time until the other peer knew, in nanoseconds; null if it did not within its deadline
 * @param by how it knew; null if it did not
 * @param words what the transport said; may be empty
 * @param sent number of messages that the client had sent when the server or itself had ended, or the other peer knew
 * @param received number of messages that the server had received
 * @param swallowed number of messages that the transport took from a client that never knew, until it took no more; null unless this was tried
 * @param isFull whether the transport took no more; else it took as many as there was time for
 * @param againNanos time from the readiness of a new process in place of the dead one until the survivor had its first answer, in nanoseconds; null
 *     if it had none
 * @param left names of what both peers left in the kernel or on disk
 * @param waitedNanos time from the death until the other peer knew, or until its deadline, in nanoseconds
 * @param cpuNanos CPU time of the other peer in this time, in nanoseconds
 * @param beatNanos mean CPU time that a sign of life took the other peer, in nanoseconds; null without a heartbeat
 */
public record Aftermath(
        @Nullable Long knownNanos,
        Notice.@Nullable By by,
        String words,
        long sent,
        long received,
        @Nullable Long swallowed,
        boolean isFull,
        @Nullable Long againNanos,
        List<String> left,
        long waitedNanos,
        long cpuNanos,
        @Nullable Double beatNanos) {
    public Aftermath {
        left = List.copyOf(left);
    }

    /** Number of messages that were sent and never received. */
    public long lost() {
        return Math.max(0, sent - received);
    }

    /** The share of a CPU that the other peer kept busy, 1 for all of it. */
    public double cpuShare() {
        return (double) cpuNanos / waitedNanos;
    }
}
