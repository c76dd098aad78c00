package org.ipcbench.launch;

import java.io.IOException;
import java.util.Optional;
import java.util.function.LongConsumer;
import org.ipcbench.measure.Measurement;
import org.ipcbench.placement.Placement;
import org.ipcbench.transport.CloseOnFailure;
import org.ipcbench.transport.Transport;
import org.ipcbench.workload.Role;
import org.ipcbench.workload.Workload;

/** Running JVMs that measure what they are assigned, one assignment after the other, each over a fresh channel. */
public interface Peers extends AutoCloseable {

    /**
     * Starts as many JVMs as the transport has ends in processes of their own; they wait for their first assignment.
     *
     * @param largestBytes the largest message they may be asked for; their memory is sized by it
     */
    static Peers start(PeerSettings settings, Transport transport, int largestBytes, Placement placement)
            throws IOException {
        PeerSite site = new PeerSite(settings, transport, largestBytes, placement);
        try (CloseOnFailure opened = new CloseOnFailure()) {
            opened.add(site::close);
            Peers peers = transport.traits().oneProcess()
                    ? new LonePeer(site, site.startPeer(Role.CLIENT))
                    : new PeerPair(site, PairProcesses.start(site));
            opened.release();
            return peers;
        }
    }

    /**
     * Measures one workload over a fresh channel.
     *
     * @param sizeBytes size of the messages of this assignment, in bytes; at most what the peers were started for
     * @param bufferSizeBytes what the user asked for; 0 leaves the transport's default
     * @param warmUpNanos the longest warm-up, in nanoseconds
     * @param progress gets 0 as soon as the measured part begins, then the server's message counter at most twice a second
     */
    Measurement measure(Workload workload, int sizeBytes, int bufferSizeBytes, long warmUpNanos, LongConsumer progress)
            throws IterationFailedException, InterruptedException, IOException;

    /** Where the time went, the last assignment being the only one; to be asked as soon as they are closed. */
    Breakdown breakdown();

    /** What became of the first of them that failed, or ended unasked, whether an assignment waits or not; else empty. */
    Optional<String> failure();

    /** Ends the JVMs and removes what they needed. */
    @Override
    void close() throws IOException;
}
