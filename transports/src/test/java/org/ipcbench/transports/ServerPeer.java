package org.ipcbench.transports;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.ipcbench.control.ControlMessage.Finished;
import org.ipcbench.control.ControlMessage.Ready;
import org.ipcbench.launch.AuxiliaryProcess;
import org.ipcbench.launch.IterationFailedException;
import org.ipcbench.launch.Jvm;
import org.ipcbench.launch.LaunchCommand;
import org.ipcbench.launch.PeerInbox;
import org.ipcbench.launch.PeerMemory;
import org.ipcbench.launch.PeerProcess;
import org.ipcbench.launch.PeerSettings;
import org.ipcbench.measure.NanoClock;
import org.ipcbench.scratch.ScratchDirectory;
import org.ipcbench.transport.Channel;
import org.ipcbench.transport.Session;
import org.ipcbench.transport.Transport;
import org.ipcbench.workload.Role;

/**
 * A JVM that runs {@link ContractServer}, with a scratch directory of its own and all else that its transport needs, as
 * the test sees it.
 */
public final class ServerPeer implements AutoCloseable {
    /** Longer than anything a transport may wait for: connecting, or a closing side's linger. */
    private static final Duration TIMEOUT = Duration.ofSeconds(20);

    private static final String CONTROL_SOCKET = "server.control";

    private final Transport transport;
    private final ScratchDirectory scratch;
    private final PeerInbox inbox;
    private final AuxiliaryProcess auxiliary;
    private final PeerProcess process;

    /** What launcher and auxiliary process keep in the scratch directory as long as they live; known from the first session on. */
    private Set<Path> launchersOwn = Set.of();

    private ServerPeer(
            Transport transport,
            ScratchDirectory scratch,
            PeerInbox inbox,
            AuxiliaryProcess auxiliary,
            PeerProcess process) {
        this.transport = transport;
        this.scratch = scratch;
        this.inbox = inbox;
        this.auxiliary = auxiliary;
        this.process = process;
    }

    /** Starts a server that plays its part of any script in sessions of up to this message size. */
    public static ServerPeer start(Transport transport, int largestBytes) throws IOException {
        ScratchDirectory scratch = ScratchDirectory.create(transport);
        try {
            PeerInbox inbox = new PeerInbox(NanoClock.system(), TIMEOUT);
            LaunchCommand command = new LaunchCommand(
                    Jvm.current(),
                    List.of(),
                    PeerMemory.forMessages(transport.traits(), largestBytes),
                    PeerSettings.currentClassPath(),
                    Optional.empty(),
                    transport.jvmArguments(),
                    List.of(),
                    ContractServer.class.getName(),
                    scratch.path().resolve(CONTROL_SOCKET),
                    Role.SERVER);
            PeerSettings settings =
                    new PeerSettings(Jvm.current(), List.of(), PeerSettings.currentClassPath(), TIMEOUT);
            AuxiliaryProcess auxiliary =
                    AuxiliaryProcess.start(settings, transport, largestBytes, scratch.path(), inbox);
            try {
                boolean ownsStandardStreams = transport.traits().ownsStandardStreams();
                PeerProcess process = PeerProcess.start(command, inbox, ownsStandardStreams);
                return new ServerPeer(transport, scratch, inbox, auxiliary, process);
            } catch (IOException e) {
                auxiliary.close();
                throw e;
            }
        } catch (IOException e) {
            scratch.close();
            throw e;
        }
    }

    public long pid() {
        return process.pid();
    }

    /** A new session in this server's scratch directory. */
    public Session session(int sizeBytes) {
        return ContractSession.in(scratch.path(), sizeBytes);
    }

    /** Has the server listen for this session's client, to play its part of the script with it, and tells where. */
    public String listen(Session session, Script script)
            throws IterationFailedException, InterruptedException, IOException {
        auxiliary.serve(session);
        if (launchersOwn.isEmpty()) {
            launchersOwn = Set.copyOf(files());
        }
        process.send(ContractServer.assign(transport, session, script));
        return inbox.await(Role.SERVER, Ready.class).address();
    }

    /** Connects this process to the server, which has told this address. */
    public Channel connect(Session session, String address) throws IOException {
        Channel channel = transport.connect(session, address);
        process.releaseStandardStreams();
        return channel;
    }

    /** Waits for the server to have played its part, its channel closed. Returns how many messages it received. */
    public long messagesReceived() throws IterationFailedException, InterruptedException {
        return inbox.await(Role.SERVER, Finished.class).measurement().messages();
    }

    /** What sessions have left in the scratch directory. */
    public List<Path> leftOvers() throws IOException {
        List<Path> files = new ArrayList<>(files());
        files.removeAll(launchersOwn);
        return files;
    }

    private List<Path> files() throws IOException {
        try (Stream<Path> files = Files.list(scratch.path())) {
            return files.toList();
        }
    }

    @Override
    public void close() throws IOException {
        try (scratch;
                auxiliary;
                process) {
            // in the order of a run: the server first
        }
    }
}
