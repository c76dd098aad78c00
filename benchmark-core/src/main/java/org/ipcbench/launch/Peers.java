package org.ipcbench.launch;

import java.io.IOException;
import java.util.function.LongConsumer;
import org.ipcbench.launch.process.IterationFailedException;
import org.ipcbench.measure.result.Measurement;
import org.ipcbench.workload.Workload;

/**
 * Running JVMs that measure what they are assigned: a {@link PeerPair}. An interface, because tests of a run need peers
 * that fail when asked to, for example in clearing away.
 */
public interface Peers extends AutoCloseable {

    /**
     * Measures one workload over a fresh channel.
     *
     * @param messageSizeBytes size of the messages of this assignment, in bytes; at most what the peers were started for
     * @param bufferSizeBytes the size the user asked for; 0 leaves the transport's default
     * @param warmUpNanos the longest warm-up, in nanoseconds
     * @param progress gets 0 as soon as the measured part begins, then the server's message counter at most twice a second
     */
    Measurement measure(
            Workload workload, int messageSizeBytes, int bufferSizeBytes, long warmUpNanos, LongConsumer progress)
            throws IterationFailedException, InterruptedException, IOException;

    /** Where the time of the only assignment went; to be asked as soon as the peers are closed. */
    Breakdown breakdown();

    /** Ends the JVMs and removes what they needed. */
    @Override
    void close() throws IOException;
}
