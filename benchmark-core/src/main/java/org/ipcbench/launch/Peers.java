package org.ipcbench.launch;

import java.io.IOException;
import java.util.function.LongConsumer;
import org.ipcbench.launch.process.IterationFailedException;
import org.ipcbench.measure.result.Measurement;

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
}
