package org.ipcbench.transports.contract;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.ipcbench.control.ControlMessage.Finished;
import org.ipcbench.control.ControlMessage.Ready;
import org.ipcbench.launch.command.PeerSettings;
import org.ipcbench.launch.process.IterationFailedException;
import org.ipcbench.launch.process.PairProcesses;
import org.ipcbench.placement.Placement;
import org.ipcbench.transport.Channel;
import org.ipcbench.transport.Session;
import org.ipcbench.transport.Transport;
import org.ipcbench.transports.ContractPeers;
import org.ipcbench.transports.ContractSession;
import org.ipcbench.workload.Role;

/**
 * A JVM that runs {@link ContractServer}, with a scratch directory of its own and everything else its transport needs, as
 * the test sees it.
 */
public final class ServerPeer implements AutoCloseable {
    /** Longer than anything a transport may wait for: connecting, or a closing side's linger. */
    private static final Duration TIMEOUT = Duration.ofSeconds(60);

    private final Transport transport;
    private final PairProcesses processes;

    /** Files that launcher and auxiliary process keep in the scratch directory; known from the first session on. */
    private Set<Path> launchersOwn = Set.of();

    private ServerPeer(Transport transport, PairProcesses processes) {
        this.transport = transport;
        this.processes = processes;
    }

    /** The same process, asked for sessions of another transport that needs no other process than this one. */
    ServerPeer over(Transport other) {
        return new ServerPeer(other, processes);
    }

    /** Starts a server that plays its part of any script in sessions of up to this message size. */
    public static ServerPeer start(Transport transport, int largestBytes) throws IOException {
        PeerSettings settings = ContractPeers.running(ContractServer.class, List.of(), TIMEOUT);
        return new ServerPeer(
                transport,
                PairProcesses.start(settings, transport, largestBytes, Placement.UNPINNED, List.of(Role.SERVER)));
    }

    public long pid() {
        return processes.peer(Role.SERVER).pid();
    }

    /** A new session in this server's scratch directory. */
    public Session session(int messageSizeBytes) {
        return ContractSession.in(processes.scratch().path(), messageSizeBytes);
    }

    /** Has the server listen for this session's client, to play its part of the script with it, and returns its address. */
    public String listen(Session session, Script script)
            throws IterationFailedException, InterruptedException, IOException {
        processes.auxiliary().serve(session);
        if (launchersOwn.isEmpty()) {
            launchersOwn = Set.copyOf(files());
        }
        processes.peer(Role.SERVER).send(ContractServer.assign(transport, session, script));
        return processes.inbox().await(Role.SERVER, Ready.class).address();
    }

    /** Connects this process to the server, which has told this address. */
    public Channel connect(Session session, String address) throws IOException {
        Channel channel = transport.connect(session, address);
        processes.releaseStandardStreams();
        return channel;
    }

    /** Waits for the server to have played its part, its channel closed. Returns how many messages it received. */
    public long messagesReceived() throws IterationFailedException, InterruptedException {
        return processes
                .inbox()
                .await(Role.SERVER, Finished.class)
                .measurement()
                .connections()
                .get(0)
                .messages();
    }

    /** The files that sessions have left in the scratch directory. */
    public List<Path> leftOvers() throws IOException {
        List<Path> files = new ArrayList<>(files());
        files.removeAll(launchersOwn);
        return files;
    }

    private List<Path> files() throws IOException {
        try (Stream<Path> files = Files.list(processes.scratch().path())) {
            return files.toList();
        }
    }

    @Override
    public void close() throws IOException {
        processes.close();
    }
}
