package org.ipcbench.launch.process;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.ipcbench.control.ControlMessage.Armed;
import org.ipcbench.control.ControlMessage.Assign;
import org.ipcbench.control.ControlMessage.ConnectionShare;
import org.ipcbench.control.ControlMessage.Finished;
import org.ipcbench.control.ControlMessage.Go;
import org.ipcbench.control.ControlMessage.Over;
import org.ipcbench.control.ControlMessage.Ready;
import org.ipcbench.launch.command.LaunchCommand;
import org.ipcbench.launch.command.PeerName;
import org.ipcbench.launch.command.PeerSettings;
import org.ipcbench.launch.command.Relay;
import org.ipcbench.measure.clock.NanoClock;
import org.ipcbench.placement.Placement;
import org.ipcbench.scratch.ScratchDirectory;
import org.ipcbench.transport.Session;
import org.ipcbench.transport.Token;
import org.ipcbench.transport.Transport;
import org.ipcbench.transport.resource.CloseOnFailure;
import org.ipcbench.workload.Clients;
import org.ipcbench.workload.Extent;
import org.ipcbench.workload.Role;
import org.ipcbench.workload.Sides;
import org.ipcbench.workload.Workload;
import org.ipcbench.workload.stream.MessageStream;

/**
 * The processes of one pair: one peer or both, and the auxiliary process if the transport needs one, with their shared
 * scratch directory and the inbox for their messages. If a server has several clients, all of them belong to the
 * "pair".
 */
public final class PairProcesses implements AutoCloseable {
    private final Duration timeout;
    private final Placement placement;
    private final ScratchDirectory scratch;
    private final PeerInbox inbox;
    private final AuxiliaryProcess auxiliary;
    private final CommandProcess neighbour;
    /** The peers in the order of their start. */
    private final List<PeerProcess> peers;

    private final Starter starter;

    private Relays relays = Relays.NONE;

    private PairProcesses(
            Duration timeout,
            Placement placement,
            ScratchDirectory scratch,
            PeerInbox inbox,
            AuxiliaryProcess auxiliary,
            CommandProcess neighbour,
            List<PeerProcess> peers,
            Starter starter) {
        this.timeout = timeout;
        this.placement = placement;
        this.scratch = scratch;
        this.inbox = inbox;
        this.auxiliary = auxiliary;
        this.neighbour = neighbour;
        this.peers = peers;
        this.starter = starter;
    }

    /** Starts a peer of this number of channels, besides idle ones. */
    @FunctionalInterface
    private interface Starter {
        PeerProcess start(PeerName name, int channels, int idle) throws IOException;
    }

    /**
     * Starts all processes in parallel; they wait for their first assignment.
     *
     * @param maxMessageBytes the largest message that the peers may be asked for, in bytes; it determines the size of
     *     their memory
     * @param roles the peers to start, in this order; if only the server is started, the client is in this process
     */
    public static PairProcesses start(
            PeerSettings settings, Transport transport, int maxMessageBytes, Placement placement, List<Role> roles)
            throws IOException {
        return start(settings, transport, maxMessageBytes, placement, roles, Clients.ONE, Sides.PROCESSES);
    }

    /**
     * Starts all processes in parallel, with the processes of these clients in the role of the client.
     *
     * @param sides whether both roles, if two were asked for, are played by one process
     */
    public static PairProcesses start(
            PeerSettings settings,
            Transport transport,
            int maxMessageBytes,
            Placement placement,
            List<Role> roles,
            Clients clients,
            Sides sides)
            throws IOException {
        try (CloseOnFailure opened = new CloseOnFailure()) {
            ScratchDirectory scratch = ScratchDirectory.create(transport);
            opened.add(scratch::close);
            PeerInbox inbox = new PeerInbox(NanoClock.system(), settings.timeout(), settings.observer());
            AuxiliaryProcess auxiliary =
                    AuxiliaryProcess.start(settings, transport, maxMessageBytes, scratch.path(), inbox);
            opened.add(auxiliary::close);
            CommandProcess neighbour = CommandProcess.start(settings.neighbour(), placement, scratch.path());
            opened.add(neighbour::close);
            List<PeerProcess> peers = new ArrayList<>();
            boolean together = sides == Sides.THREADS
                    && roles.size() > 1
                    && transport.ownPeers().isEmpty(); // such programs meet in one process by themselves
            if (together) {
                peers.addAll(PeerProcess.start(
                        roles.stream().map(PeerName::of).toList(),
                        settings.commandOfBoth(transport, maxMessageBytes, placement, scratch.path()),
                        inbox));
                peers.forEach(peer -> opened.add(peer::close));
            }
            Starter starter = (name, channels, idle) -> PeerProcess.start(
                    name,
                    settings.command(transport, maxMessageBytes, placement, scratch.path(), name, channels, idle),
                    inbox);
            for (Role role : together ? List.<Role>of() : roles) {
                int processes = role == Role.CLIENT
                        ? clients.processes()
                        : clients.workers().number();
                int channels = role == Role.CLIENT ? clients.channelsEach() : clients.channelsOfServer();
                for (int number = 1; number <= processes; number++) {
                    PeerName name = PeerName.of(role, number, processes);
                    PeerProcess peer =
                            starter.start(name, channels, role == Role.SERVER || number == 1 ? clients.idle() : 0);
                    opened.add(peer::close);
                    peers.add(peer);
                }
            }
            if (transport.auxiliary().isEmpty()
                    && !settings.neighbour().isProcess()
                    && roles.stream()
                            .noneMatch(role -> settings.prefixes().of(role).sharesFiles())) {
                scratch.close(); // nobody would remove it if this process were killed, and nobody uses it
            }
            opened.release();
            return new PairProcesses(
                    settings.timeout(), placement, scratch, inbox, auxiliary, neighbour, peers, starter);
        }
    }

    /** Creates a new session in the scratch directory. */
    public Session session(int maxMessageBytes, int bufferSizeBytes) {
        return new Session(scratch.path(), Token.random(), maxMessageBytes, bufferSizeBytes, timeout);
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

    public CommandProcess neighbour() {
        return neighbour;
    }

    /** Starts relays between the clients and these addresses of the server, and ends those of an earlier session. */
    public Relays startRelays(Relay relay, List<String> addresses)
            throws IterationFailedException, InterruptedException, IOException {
        Relays earlier = relays;
        relays = Relays.NONE;
        earlier.close();
        relays = Relays.start(relay, addresses, placement, scratch.path());
        return relays;
    }

    public Relays relays() {
        return relays;
    }

    /** The started peer in this role. */
    public PeerProcess peer(Role role) {
        return all(role)
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("no %s was started".formatted(role.label())));
    }

    /** All started clients, in their order. */
    public List<PeerProcess> clients() {
        return all(Role.CLIENT).toList();
    }

    /** All started servers, in their order. */
    public List<PeerProcess> servers() {
        return all(Role.SERVER).toList();
    }

    /** Starts another process in the place of the only peer of this role, which has ended. */
    public PeerProcess restart(Role role) throws IOException {
        PeerProcess ended = peer(role);
        PeerProcess started = starter.start(PeerName.of(role, 2, 2), 1, 0);
        peers.set(peers.indexOf(ended), started);
        return started;
    }

    /** Whether a peer was started in this role. */
    public boolean has(Role role) {
        return all(role).findAny().isPresent();
    }

    private Stream<PeerProcess> all(Role role) {
        return peers.stream().filter(peer -> peer.name().role() == role);
    }

    /** Closes this process's ends of the server's standard streams, once the peers have theirs; a second call does nothing. */
    public void releaseStandardStreams() throws IOException {
        for (PeerProcess peer : peers) {
            peer.releaseStandardStreams();
        }
    }

    /** The output of the processes that are still alive, ready to be appended to a message. */
    public String lastWords() throws InterruptedException {
        StringBuilder text = new StringBuilder();
        for (PeerProcess peer : peers) {
            text.append(peer.lastWords());
        }
        return text + auxiliary.lastWords() + relays.lastWords();
    }

    /** Ends all processes at once, without waiting for what they are doing. */
    public void kill() {
        peers.forEach(PeerProcess::kill);
        auxiliary.kill();
        neighbour.kill();
        relays.kill();
    }

    /** Ends the peers in parallel, then the auxiliary process, and removes the scratch directory. */
    @Override
    public void close() throws IOException {
        try (CloseOnFailure closing = new CloseOnFailure()) { // closes all resources, the latest first
            closing.add(scratch::close);
            closing.add(neighbour::close);
            closing.add(auxiliary::close);
            closing.add(relays::close);
            peers.forEach(peer -> closing.add(peer::close));
            releaseStandardStreams();
            peers.forEach(PeerProcess::stop);
        }
    }

    /**
     * The launcher's handle of a transport's auxiliary process; if the transport needs none, every method does nothing. The
     * kernel chooses its CPUs among all of the launcher's, even if the peers are pinned.
     */
    public static final class AuxiliaryProcess implements AutoCloseable {
        /** A placeholder: an auxiliary process plays no half of a workload, but the message requires one. */
        private static final Workload NONE = new MessageStream(new Extent.Count(1), 1);

        private final Transport transport;
        private final PeerInbox inbox;
        private final Optional<PeerProcess> process;
        private boolean serving;

        private AuxiliaryProcess(Transport transport, PeerInbox inbox, Optional<PeerProcess> process) {
            this.transport = transport;
            this.inbox = inbox;
            this.process = process;
        }

        /** Starts the process, if the transport needs one, and returns at once; its messages go to the inbox. */
        public static AuxiliaryProcess start(
                PeerSettings settings, Transport transport, int maxMessageBytes, Path scratchDirectory, PeerInbox inbox)
                throws IOException {
            if (transport.auxiliary().isEmpty()) {
                return new AuxiliaryProcess(transport, inbox, Optional.empty());
            }
            LaunchCommand command =
                    settings.command(transport, maxMessageBytes, Placement.UNPINNED, scratchDirectory, Role.AUXILIARY);
            return new AuxiliaryProcess(transport, inbox, Optional.of(PeerProcess.start(command, inbox)));
        }

        /**
         * Waits until the process is ready, before a session's server listens; the process serves all sessions of the
         * scratch directory.
         */
        public void serve(Session session) throws IterationFailedException, InterruptedException {
            if (process.isPresent() && !serving) {
                process.get().send(new Assign(transport.id(), NONE, session, ConnectionShare.NONE, 0));
                inbox.await(Role.AUXILIARY, Ready.class);
                serving = true;
            }
        }

        /** Called when the measured part is about to begin. */
        public void go() throws IterationFailedException, InterruptedException {
            if (process.isPresent()) {
                process.get().send(new Go());
                inbox.await(Role.AUXILIARY, Armed.class);
            }
        }

        /**
         * Called when the measured part is over. Returns the report with the CPU time that it cost; empty without a
         * process.
         */
        public Optional<Finished> over() throws IterationFailedException, InterruptedException {
            if (process.isEmpty()) {
                return Optional.empty();
            }
            process.get().send(new Over());
            return Optional.of(inbox.await(Role.AUXILIARY, Finished.class));
        }

        /** The process's output, ready to be appended to a message; may be empty. */
        String lastWords() throws InterruptedException {
            return process.isPresent() ? process.get().lastWords() : "";
        }

        /** Ends the process at once. */
        public void kill() {
            process.ifPresent(PeerProcess::kill);
        }

        /** Tells the process to end, and kills it if it does not; to be called when both peers have ended. */
        @Override
        public void close() throws IOException {
            if (process.isPresent()) {
                process.get().close();
            }
        }
    }
}
