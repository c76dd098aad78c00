package org.ipcbench.launch;

import java.io.IOException;
import java.util.Optional;
import java.util.function.Consumer;
import org.ipcbench.launch.Peers.Task;
import org.ipcbench.launch.command.PeerSettings;
import org.ipcbench.launch.process.IterationFailedException;
import org.ipcbench.measure.result.Measurement;
import org.ipcbench.placement.Placement;
import org.ipcbench.transport.Transport;
import org.ipcbench.workload.Clients;
import org.ipcbench.workload.Sides;
import org.jspecify.annotations.Nullable;

/**
 * Peers that are kept from one question to the next, so that only the first question waits for JVMs to start. Fresh
 * peers replace peers that cannot continue: because they failed or died, because their memory is too small, or because
 * their transport allows a single channel per server process.
 */
public final class StandingPeers implements AutoCloseable {
    /** Larger messages are rarely requested, and every peer would need memory for them. */
    static final int USUAL_MAX_MESSAGE_BYTES = 1 << 20;

    private final PeerSettings settings;
    private final Transport transport;
    private final Placement placement;
    private final Clients clients;
    private final Sides sides;
    private final Consumer<String> notes;
    private @Nullable PeerPair peers;
    /** The largest message that the peers have memory for, in bytes. */
    private int peersMaxBytes;

    private boolean spent;

    /**
     * Peers of one transport, not yet started.
     *
     * @param notes consumer that gets one line if fresh peers take over unexpectedly
     */
    public StandingPeers(PeerSettings settings, Transport transport, Placement placement, Consumer<String> notes) {
        this(settings, transport, placement, Clients.ONE, Sides.PROCESSES, notes);
    }

    /** Peers of one transport with one server and these clients on these sides, not yet started. */
    public StandingPeers(
            PeerSettings settings,
            Transport transport,
            Placement placement,
            Clients clients,
            Sides sides,
            Consumer<String> notes) {
        this.settings = settings;
        this.transport = transport;
        this.placement = placement;
        this.clients = clients;
        this.sides = sides;
        this.notes = notes;
    }

    /** Whether each question needs new peers: the standard streams of a server process carry a single channel. */
    public static boolean endWithEachQuestion(Transport transport) {
        return transport.traits().ownsStandardStreams();
    }

    /** Starts the peers and returns at once, before there is a question. */
    public void prepare() throws IOException {
        standing(USUAL_MAX_MESSAGE_BYTES);
    }

    /**
     * Measures a task over a fresh channel.
     *
     * @throws IterationFailedException if there is no answer; the next question then gets fresh peers
     */
    public Measurement measure(Task task) throws IterationFailedException, InterruptedException {
        try {
            Measurement measurement = standing(task.maxMessageBytes()).measure(task, unwatched -> {});
            spent = endWithEachQuestion(transport) || clients.workers().number() > 1;
            return measurement;
        } catch (IterationFailedException | IOException | RuntimeException e) {
            boolean interrupted = Thread.interrupted(); // an interrupt's closed channel looks like a failure
            closeAfter(e);
            if (interrupted) {
                throw new InterruptedException();
            }
            throw new IterationFailedException("%s: %s".formatted(transport.id(), e.getMessage()), e);
        }
    }

    /** Ends the peers; a further question would start new ones. */
    @Override
    public void close() throws IOException {
        if (peers != null) {
            PeerPair ended = peers;
            peers = null;
            ended.close();
        }
    }

    /** Ends peers after a failure: they may be stuck and use their CPUs until they are ended. */
    private void closeAfter(Exception failure) {
        try {
            close();
        } catch (IOException e) {
            failure.addSuppressed(e);
        }
    }

    private PeerPair standing(int maxMessageBytes) throws IOException {
        if (peers != null && !canAnswer(peers, maxMessageBytes)) {
            close();
        }
        if (peers == null) {
            peersMaxBytes = Math.max(maxMessageBytes, USUAL_MAX_MESSAGE_BYTES);
            peers = PeerPair.start(settings, transport, peersMaxBytes, placement, clients, sides);
            spent = false;
        }
        return peers;
    }

    private boolean canAnswer(PeerPair standing, int maxMessageBytes) {
        if (spent) {
            return false; // as expected
        }
        Optional<String> failure = standing.failure();
        if (failure.isPresent()) {
            notes.accept("%s: %s; fresh JVMs take over".formatted(transport.id(), failure.get()));
            return false;
        }
        if (maxMessageBytes > peersMaxBytes) {
            notes.accept("%s: these JVMs have memory for messages of up to %d bytes; larger ones take over"
                    .formatted(transport.id(), peersMaxBytes));
            return false;
        }
        return true;
    }
}
