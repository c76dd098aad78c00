package org.ipcbench.launch;

import java.io.IOException;
import java.util.function.LongConsumer;
import java.util.function.UnaryOperator;
import org.ipcbench.launch.process.IterationFailedException;
import org.ipcbench.measure.result.Measurement;
import org.ipcbench.placement.Scheduler;
import org.ipcbench.transport.Session;
import org.ipcbench.workload.Workload;

/**
 * Running JVMs that measure what they are assigned: a {@link PeerPair}. An interface, because tests of a run need peers
 * that fail on request, for example while cleaning up.
 */
public interface Peers extends AutoCloseable {

    /**
     * Measures a task over a fresh channel.
     *
     * @param progress consumer that gets 0 as soon as the measured part begins, then the server's message counter at
     *     most twice per second
     */
    Measurement measure(Task task, LongConsumer progress)
            throws IterationFailedException, InterruptedException, IOException;

    /** The breakdown of the only assignment's time; to be called as soon as the peers are closed. */
    Breakdown breakdown();

    /** Ends the JVMs and removes their files. */
    @Override
    void close() throws IOException;

    /**
     * What peers are to measure over a fresh channel.
     *
     * @param maxMessageBytes the largest message, in bytes; at most what the peers were started for
     * @param bufferSizeBytes requested buffer size, in bytes; 0 leaves the transport's default
     * @param options sets what the cell asks of the session: spin, socket, memory
     * @param scheduler how the kernel schedules the measuring threads
     * @param warmUpNanos the longest warm-up, in nanoseconds
     * @param meterNanos for how long peers look for the machine's stalls after the measured part, in nanoseconds; 0 if they do not
     */
    record Task(
            Workload workload,
            int maxMessageBytes,
            int bufferSizeBytes,
            UnaryOperator<Session> options,
            Scheduler scheduler,
            long warmUpNanos,
            long meterNanos) {}
}
