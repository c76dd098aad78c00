package org.ipcbench.launch;

import java.io.IOException;
import java.util.Optional;
import java.util.function.Consumer;
import org.ipcbench.launch.command.PeerSettings;
import org.ipcbench.launch.process.IterationFailedException;
import org.ipcbench.measure.result.Measurement;
import org.ipcbench.placement.Placement;
import org.ipcbench.transport.Transport;
import org.ipcbench.workload.Clients;
import org.ipcbench.workload.Workload;
import org.jspecify.annotations.Nullable;

/**
 * Peers that stay from one question to the next, so that only the first one waits for JVMs. Fresh ones take the place of
 * those that cannot go on: that failed or died, whose memory is too small, or whose transport allows one channel in the
 * life of a server.
 */
public final class StandingPeers implements AutoCloseable {
    /** Larger messages are seldom asked for, and every peer would have to have memory for them. */
    static final int USUAL_LARGEST_BYTES = 1 << 20;

    private final PeerSettings settings;
    private final Transport transport;
    private final Placement placement;
    private final Clients clients;
    private final Consumer<String> notes;
    private @Nullable PeerPair peers;
    private int largestBytes;
    private boolean spent;

    /**
     * Peers of one transport, not yet started.
     *
     * @param notes told in one line when fresh peers take over where nobody expects it
     */
    public StandingPeers(PeerSettings settings, Transport transport, Placement placement, Consumer<String> notes) {
        this(settings, transport, placement, Clients.ONE, notes);
    }

    /** The same, with one server and these clients. */
    public StandingPeers(
            PeerSettings settings, Transport transport, Placement placement, Clients clients, Consumer<String> notes) {
        this.settings = settings;
        this.transport = transport;
        this.placement = placement;
        this.clients = clients;
        this.notes = notes;
    }

    /** Whether each question needs peers of its own: a server's standard streams carry one channel in its life. */
    public static boolean endWithEachQuestion(Transport transport) {
        return transport.traits().ownsStandardStreams();
    }

    /** Starts the peers and returns at once, before there is a question. */
    public void prepare() throws IOException {
        standing(USUAL_LARGEST_BYTES);
    }

    /**
     * Measures one workload over a fresh channel.
     *
     * @param bufferSizeBytes the size the user asked for; 0 leaves the transport's default
     * @param warmUpNanos the longest warm-up, in nanoseconds
     * @throws IterationFailedException where there is no answer; the next question gets fresh peers then
     */
    public Measurement measure(Workload workload, int messageSizeBytes, int bufferSizeBytes, long warmUpNanos)
            throws IterationFailedException, InterruptedException {
        try {
            Measurement measurement = standing(messageSizeBytes)
                    .measure(workload, messageSizeBytes, bufferSizeBytes, warmUpNanos, unwatched -> {});
            spent = endWithEachQuestion(transport);
            return measurement;
        } catch (IterationFailedException | IOException | RuntimeException e) {
            boolean interrupted = Thread.interrupted(); // a channel closed by it looks like a failure of the transport
            closeAfter(e);
            if (interrupted) {
                throw new InterruptedException();
            }
            throw new IterationFailedException("%s: %s".formatted(transport.id(), e.getMessage()), e);
        }
    }

    /** Ends the peers; a further question would start other ones. */
    @Override
    public void close() throws IOException {
        if (peers != null) {
            PeerPair ended = peers;
            peers = null;
            ended.close();
        }
    }

    /** Peers that have failed may be stuck, and burn their CPUs until they are ended. */
    private void closeAfter(Exception failure) {
        try {
            close();
        } catch (IOException e) {
            failure.addSuppressed(e);
        }
    }

    private PeerPair standing(int messageSizeBytes) throws IOException {
        if (peers != null && !canAnswer(peers, messageSizeBytes)) {
            close();
        }
        if (peers == null) {
            largestBytes = Math.max(messageSizeBytes, USUAL_LARGEST_BYTES);
            peers = PeerPair.start(settings, transport, largestBytes, placement, clients);
            spent = false;
        }
        return peers;
    }

    private boolean canAnswer(PeerPair standing, int messageSizeBytes) {
        if (spent) {
            return false; // as expected
        }
        Optional<String> failure = standing.failure();
        if (failure.isPresent()) {
            notes.accept("%s: %s; fresh JVMs take over".formatted(transport.id(), failure.get()));
            return false;
        }
        if (messageSizeBytes > largestBytes) {
            notes.accept("%s: these JVMs have memory for messages of up to %d bytes; larger ones take over"
                    .formatted(transport.id(), largestBytes));
            return false;
        }
        return true;
    }
}
