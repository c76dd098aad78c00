package org.ipcbench.process;

import java.io.IOException;
import java.util.function.LongConsumer;
import java.util.stream.Stream;
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

/** A client and a server, started together, with whatever else their transport needs. */
final class PeerPair implements Peers {
    private final Launcher launcher;
    private final Transport transport;
    private final int sizeBytes;
    private final Placement placement;
    private final ScratchDirectory scratch;
    private final PeerInbox inbox;
    private final PairProcesses processes;
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
            PairProcesses processes,
            Milestones milestones) {
        this.launcher = launcher;
        this.transport = transport;
        this.sizeBytes = sizeBytes;
        this.placement = placement;
        this.scratch = scratch;
        this.inbox = inbox;
        this.processes = processes;
        this.milestones = milestones;
    }

    /** Starts all JVMs side by side; they wait for their first assignment. */
    static PeerPair start(Launcher launcher, Transport transport, int sizeBytes, Placement placement)
            throws IOException {
        Milestones milestones = new Milestones(NanoClock.system());
        ScratchDirectory scratch = ScratchDirectory.create(transport);
        PeerInbox inbox = new PeerInbox(NanoClock.system(), launcher.timeout());
        try {
            PairProcesses processes =
                    PairProcesses.start(launcher, transport, sizeBytes, placement, scratch.path(), inbox);
            return new PeerPair(launcher, transport, sizeBytes, placement, scratch, inbox, processes, milestones);
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
            throw new IterationFailedException(e.getMessage() + processes.lastWords(), e);
        }
    }

    private Measurement measureAssigned(Workload workload, int bufferSizeBytes, long warmUpNanos, LongConsumer progress)
            throws IterationFailedException, InterruptedException, IOException {
        busy = true;
        Delivery delivery = Delivery.of(workload, scratch);
        inbox.onProgress(messages -> {});
        Session session = new Session(scratch.path(), Token.random(), sizeBytes, bufferSizeBytes, launcher.timeout());
        PeerProcess server = processes.server();
        PeerProcess client = processes.client();
        processes.attendant().serve(session);
        server.send(new Assign(transport.id(), delivery.workload(), session, "", warmUpNanos));
        Ready listening = inbox.await(Role.SERVER, Ready.class);
        placement.verify(Role.SERVER, listening.cpus(), listening.memoryPolicy());
        client.send(new Assign(transport.id(), delivery.workload(), session, listening.address(), warmUpNanos));
        Ready connecting = inbox.await(Role.CLIENT, Ready.class);
        placement.verify(Role.CLIENT, connecting.cpus(), connecting.memoryPolicy());
        milestones.assigned();
        inbox.await(Role.SERVER, Armed.class);
        processes.attendant().go(); // while the client finds out what a sample costs
        inbox.await(Role.CLIENT, Armed.class);
        milestones.armed();
        server.releaseStandardStreams();
        inbox.onProgress(progress);
        server.send(new Go());
        client.send(new Go());
        PeerMeasurement sent = inbox.await(Role.CLIENT, Finished.class).measurement();
        PeerMeasurement received = inbox.await(Role.SERVER, Finished.class).measurement();
        long auxiliaryCpuNanos = processes.attendant().cpuNanos();
        milestones.measured(sent);
        busy = false;
        Measurement measurement = combine(workload, sent, received).withAuxiliaryCpu(auxiliaryCpuNanos);
        delivery.confirm(Stream.of(sent, received)
                .flatMap(peer -> peer.contents().stream())
                .toList());
        return measurement;
    }

    @Override
    public Breakdown breakdown() {
        return milestones.closed();
    }

    @Override
    public void close() throws IOException {
        try (scratch;
                processes) {
            if (busy) {
                processes.kill();
            }
        }
    }

    private Measurement combine(Workload workload, PeerMeasurement sent, PeerMeasurement received)
            throws IterationFailedException {
        if (sent.attempted() != received.attempted()) {
            throw new IterationFailedException("the client sent %d messages, the server received %d"
                    .formatted(sent.attempted(), received.attempted()));
        }
        PeerMeasurement receiver = switch (workload.latencyKind()) {
            case ONE_WAY, FILE -> received;
            case ROUND_TRIP, BLOCK -> sent;
        };
        if (receiver.messages() == 0) {
            throw new IterationFailedException("all %d messages got lost".formatted(receiver.attempted()));
        }
        return new Measurement(
                workload.unitBytes(sizeBytes),
                receiver.messages(),
                workload.carriedBytes(receiver.messages(), sizeBytes),
                receiver.losses(),
                transport.traits().lossy() ? receiver.elapsedNanos() : sent.elapsedNanos(),
                workload.latencyKind(),
                receiver.latencies(),
                sent.sampling(),
                sent.cpuNanos(),
                received.cpuNanos());
    }
}
