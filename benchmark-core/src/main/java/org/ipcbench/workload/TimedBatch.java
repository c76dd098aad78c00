package org.ipcbench.workload;

import java.io.IOException;
import org.ipcbench.measure.NanoClock;

/**
 * A batch with the time it took.
 *
 * @param messages how many it had
 * @param elapsedNanos from just before its first claim to the acknowledgement of its last message
 */
public record TimedBatch(long messages, long elapsedNanos) {

    /** Runs it. */
    public static TimedBatch run(Extent extent, ClientHalf client, NanoClock clock, long messagesPerLook)
            throws IOException {
        long start = clock.nanos();
        long messages = extent.run(client, clock, messagesPerLook);
        return new TimedBatch(messages, clock.nanos() - start);
    }
}
