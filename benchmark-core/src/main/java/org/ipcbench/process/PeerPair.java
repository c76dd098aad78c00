package org.ipcbench.process;

import java.io.IOException;
import java.util.function.LongConsumer;
import org.ipcbench.control.ControlMessage.Armed;
import org.ipcbench.control.ControlMessage.Assign;
import org.ipcbench.control.ControlMessage.Finished;
import org.ipcbench.control.ControlMessage.Go;
import org.ipcbench.control.ControlMessage.Ready;
import org.ipcbench.measure.Measurement;
import org.ipcbench.measure.NanoClock;
import org.ipcbench.measure.PeerMeasurement;
import org.ipcbench.transport.Session;
import org.ipcbench.transport.Token;
import org.ipcbench.transport.Transport;
import org.ipcbench.workload.Role;
import org.ipcbench.workload.Workload;

/** A client and a server, started together. */
final class PeerPair implements Peers {
    private final Launcher launcher;
    private final Transport transport;
    private final int sizeBytes;
    private final Placement placement;
    private final ScratchDirectory scratch;
    private final PeerInbox inbox;
    private final PeerProcess server;
    private final PeerProcess client;
    private final Milestones milestones;
    /** Whether an assignment has begun and not ended well: such peers would not hear that they are to stop. */
    private boolean busy;

    private PeerPair(
            Launcher launcher,
            Transport transport,
            int sizeBytes,
            Placement placement,
            ScratchDirectory scratch,
            PeerInbox inbox,
            PeerProcess server,
            PeerProcess client,
            Milestones milestones) {
        this.launcher = launcher;
        this.transport = transport;
        this.sizeBytes = sizeBytes;
        this.placement = placement;
        this.scratch = scratch;
        this.inbox = inbox;
        this.server = server;
        this.client = client;
        this.milestones = milestones;
    }

    /** Starts both JVMs side by side; they wait for their first assignment. */
    static PeerPair start(Launcher launcher, Transport transport, int sizeBytes, Placement placement)
            throws IOException {
        Milestones milestones = new Milestones(NanoClock.system());
        ScratchDirectory scratch = ScratchDirectory.create(transport);
        PeerInbox inbox = new PeerInbox(NanoClock.system(), launcher.timeout());
        try {
            PeerProcess server = PeerProcess.start(
                    launcher.command(transport, sizeBytes, placement, scratch.path(), Role.SERVER),
                    inbox,
                    transport.traits().ownsStandardStreams());
            try {
                PeerProcess client = PeerProcess.start(
                        launcher.command(transport, sizeBytes, placement, scratch.path(), Role.CLIENT), inbox, false);
                return new PeerPair(
                        launcher, transport, sizeBytes, placement, scratch, inbox, server, client, milestones);
            } catch (IOException e) {
                server.close();
                throw e;
            }
        } catch (IOException e) {
            scratch.close();
            throw e;
        }
    }

    @Override
    public Measurement measure(Workload workload, int bufferSizeBytes, long warmUpNanos, LongConsumer progress)
            throws IterationFailedException, InterruptedException, IOException {
        try {
            return measureAssigned(workload, bufferSizeBytes, warmUpNanos, progress);
        } catch (NoProgressException e) {
            throw new IterationFailedException(e.getMessage() + server.lastWords() + client.lastWords(), e);
        }
    }

    private Measurement measureAssigned(Workload workload, int bufferSizeBytes, long warmUpNanos, LongConsumer progress)
            throws IterationFailedException, InterruptedException, IOException {
        busy = true;
        inbox.onProgress(messages -> {});
        Session session = new Session(scratch.path(), Token.random(), sizeBytes, bufferSizeBytes, launcher.timeout());
        server.send(new Assign(transport.id(), workload, session, "", warmUpNanos));
        Ready listening = inbox.await(Role.SERVER, Ready.class);
        placement.verify(Role.SERVER, listening.cpus(), listening.memoryPolicy());
        client.send(new Assign(transport.id(), workload, session, listening.address(), warmUpNanos));
        Ready connecting = inbox.await(Role.CLIENT, Ready.class);
        placement.verify(Role.CLIENT, connecting.cpus(), connecting.memoryPolicy());
        milestones.assigned();
        inbox.await(Role.SERVER, Armed.class);
        inbox.await(Role.CLIENT, Armed.class);
        milestones.armed();
        server.releaseStandardStreams();
        inbox.onProgress(progress);
        server.send(new Go());
        client.send(new Go());
        PeerMeasurement sent = inbox.await(Role.CLIENT, Finished.class).measurement();
        PeerMeasurement received = inbox.await(Role.SERVER, Finished.class).measurement();
        milestones.measured(sent);
        busy = false;
        return combine(workload, sent, received);
    }

    @Override
    public Breakdown breakdown() {
        return milestones.closed();
    }

    @Override
    public void close() throws IOException {
        try (scratch;
                server;
                client) {
            server.releaseStandardStreams();
            if (busy) {
                server.kill();
                client.kill();
            }
            server.stop(); // both at once: they end side by side
            client.stop();
        }
    }

    private Measurement combine(Workload workload, PeerMeasurement sent, PeerMeasurement received)
            throws IterationFailedException {
        if (sent.attempted() != received.attempted()) {
            throw new IterationFailedException("the client sent %d messages, the server received %d"
                    .formatted(sent.attempted(), received.attempted()));
        }
        PeerMeasurement receiver = switch (workload.latencyKind()) {
            case ONE_WAY -> received;
            case ROUND_TRIP, BLOCK -> sent;
        };
        if (receiver.messages() == 0) {
            throw new IterationFailedException("all %d messages got lost".formatted(receiver.attempted()));
        }
        return new Measurement(
                workload.unitBytes(sizeBytes),
                receiver.messages(),
                receiver.losses(),
                transport.traits().lossy() ? receiver.elapsedNanos() : sent.elapsedNanos(),
                workload.latencyKind(),
                receiver.latencies(),
                sent.sampling(),
                sent.cpuNanos(),
                received.cpuNanos());
    }
}
