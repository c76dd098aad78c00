package org.ipcbench.process;

import java.io.IOException;
import java.util.function.LongConsumer;
import org.ipcbench.measure.Measurement;
import org.ipcbench.transport.Transport;
import org.ipcbench.workload.Workload;

/** Running JVMs that measure what they are assigned, one assignment after the other, each over a fresh channel. */
public interface Peers extends AutoCloseable {

    /** Starts as many JVMs as the transport has ends in processes of their own; they wait for their first assignment. */
    static Peers start(Launcher launcher, Transport transport, int sizeBytes, Placement placement) throws IOException {
        return transport.traits().oneProcess()
                ? LonePeer.start(launcher, transport, sizeBytes, placement)
                : PeerPair.start(launcher, transport, sizeBytes, placement);
    }

    /**
     * Measures one workload over a fresh channel.
     *
     * @param bufferSizeBytes what the user asked for; 0 leaves the transport's default
     * @param warmUpNanos the longest warm-up, in nanoseconds
     * @param progress gets the server's message counter at most twice a second
     */
    Measurement measure(Workload workload, int bufferSizeBytes, long warmUpNanos, LongConsumer progress)
            throws IterationFailedException, InterruptedException, IOException;

    /** Where the time went, the last assignment being the only one; to be asked as soon as they are closed. */
    Breakdown breakdown();

    /** Ends the JVMs and removes what they needed. */
    @Override
    void close() throws IOException;
}
