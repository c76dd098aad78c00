package org.ipcbench.launch;

import java.io.IOException;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.ipcbench.measure.NanoClock;
import org.ipcbench.placement.Placement;
import org.ipcbench.scratch.ScratchDirectory;
import org.ipcbench.transport.CloseOnFailure;
import org.ipcbench.transport.Session;
import org.ipcbench.transport.Token;
import org.ipcbench.transport.Transport;
import org.ipcbench.workload.Role;
import org.jspecify.annotations.Nullable;

/**
 * The processes of one pair: one peer or both, and the auxiliary process of a transport that needs one; with the scratch
 * directory they share and the inbox that gets their messages.
 */
public final class PairProcesses implements AutoCloseable {
    private final Duration timeout;
    private final ScratchDirectory scratch;
    private final PeerInbox inbox;
    private final AuxiliaryProcess auxiliary;
    private final Map<Role, PeerProcess> peers;

    private PairProcesses(
            Duration timeout,
            ScratchDirectory scratch,
            PeerInbox inbox,
            AuxiliaryProcess auxiliary,
            Map<Role, PeerProcess> peers) {
        this.timeout = timeout;
        this.scratch = scratch;
        this.inbox = inbox;
        this.auxiliary = auxiliary;
        this.peers = peers;
    }

    /**
     * Starts all processes side by side; they wait for their first assignment.
     *
     * @param largestBytes the largest message the peers may be asked for; their memory is sized by it
     * @param roles the peers to start, in this order; where the server is started alone, the client is in this process
     */
    public static PairProcesses start(
            PeerSettings settings, Transport transport, int largestBytes, Placement placement, List<Role> roles)
            throws IOException {
        try (CloseOnFailure opened = new CloseOnFailure()) {
            ScratchDirectory scratch = ScratchDirectory.create(transport);
            opened.add(scratch::close);
            PeerInbox inbox = new PeerInbox(NanoClock.system(), settings.timeout(), settings.observer());
            AuxiliaryProcess auxiliary =
                    AuxiliaryProcess.start(settings, transport, largestBytes, scratch.path(), inbox);
            opened.add(auxiliary::close);
            Map<Role, PeerProcess> peers = new LinkedHashMap<>();
            for (Role role : roles) {
                LaunchCommand command = settings.command(transport, largestBytes, placement, scratch.path(), role);
                boolean ownsStandardStreams =
                        role == Role.SERVER && transport.traits().ownsStandardStreams();
                PeerProcess peer = PeerProcess.start(command, inbox, ownsStandardStreams);
                opened.add(peer::close);
                peers.put(role, peer);
            }
            opened.release();
            return new PairProcesses(settings.timeout(), scratch, inbox, auxiliary, peers);
        }
    }

    /** A new session in the scratch directory. */
    public Session session(int messageSizeBytes, int bufferSizeBytes) {
        return new Session(scratch.path(), Token.random(), messageSizeBytes, bufferSizeBytes, timeout);
    }

    public ScratchDirectory scratch() {
        return scratch;
    }

    public PeerInbox inbox() {
        return inbox;
    }

    public AuxiliaryProcess auxiliary() {
        return auxiliary;
    }

    /** One of the peers that were started. */
    public PeerProcess peer(Role role) {
        PeerProcess peer = peers.get(role);
        if (peer == null) {
            throw new IllegalArgumentException("no %s was started".formatted(role.label()));
        }
        return peer;
    }

    /** Whether this peer was started. */
    boolean has(Role role) {
        return peers.containsKey(role);
    }

    /** Closes this process's ends of the server's standard streams, once the peers have theirs; a second call does nothing. */
    public void releaseStandardStreams() throws IOException {
        for (PeerProcess peer : peers.values()) {
            peer.releaseStandardStreams();
        }
    }

    /** The output of the processes that are still alive, ready to be appended to a message. */
    String lastWords() throws InterruptedException {
        StringBuilder text = new StringBuilder();
        for (PeerProcess peer : peers.values()) {
            text.append(peer.lastWords());
        }
        return text + auxiliary.lastWords();
    }

    /** Ends all processes at once, without waiting for what they are doing. */
    public void kill() {
        peers.values().forEach(PeerProcess::kill);
        auxiliary.kill();
    }

    /** Ends the peers side by side, then the auxiliary process, and removes the scratch directory. */
    @Override
    public void close() throws IOException {
        @Nullable PeerProcess server = peers.get(Role.SERVER);
        @Nullable PeerProcess client = peers.get(Role.CLIENT);
        try (scratch;
                auxiliary;
                server;
                client) {
            releaseStandardStreams();
            peers.values().forEach(PeerProcess::stop);
        }
    }
}
