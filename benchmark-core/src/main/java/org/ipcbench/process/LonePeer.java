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

/** The one peer of a one-process transport, which plays both roles; it stands where the client would. */
final class LonePeer implements Peers {
    private final Launcher launcher;
    private final Transport transport;
    private final int sizeBytes;
    private final Placement placement;
    private final ScratchDirectory scratch;
    private final PeerInbox inbox;
    private final PeerProcess process;
    private final Milestones milestones;
    /** Whether an assignment has begun and not ended well: such a peer would not hear that it is to stop. */
    private boolean busy;

    private LonePeer(
            Launcher launcher,
            Transport transport,
            int sizeBytes,
            Placement placement,
            ScratchDirectory scratch,
            PeerInbox inbox,
            PeerProcess process,
            Milestones milestones) {
        this.launcher = launcher;
        this.transport = transport;
        this.sizeBytes = sizeBytes;
        this.placement = placement;
        this.scratch = scratch;
        this.inbox = inbox;
        this.process = process;
        this.milestones = milestones;
    }

    static LonePeer start(Launcher launcher, Transport transport, int sizeBytes, Placement placement)
            throws IOException {
        Milestones milestones = new Milestones(NanoClock.system());
        ScratchDirectory scratch = ScratchDirectory.create(transport);
        PeerInbox inbox = new PeerInbox(NanoClock.system(), launcher.timeout());
        try {
            PeerProcess process = PeerProcess.start(
                    launcher.command(transport, sizeBytes, placement, scratch.path(), Role.CLIENT), inbox, false);
            return new LonePeer(launcher, transport, sizeBytes, placement, scratch, inbox, process, milestones);
        } catch (IOException e) {
            scratch.close();
            throw e;
        }
    }

    @Override
    public Measurement measure(Workload workload, int bufferSizeBytes, long warmUpNanos, LongConsumer progress)
            throws IterationFailedException, InterruptedException, IOException {
        busy = true;
        Delivery delivery = Delivery.of(workload, scratch);
        inbox.onProgress(messages -> {});
        Session session = new Session(scratch.path(), Token.random(), sizeBytes, bufferSizeBytes, launcher.timeout());
        try {
            process.send(new Assign(transport.id(), delivery.workload(), session, "", warmUpNanos));
            Ready ready = inbox.await(Role.CLIENT, Ready.class);
            placement.verify(Role.CLIENT, ready.cpus(), ready.memoryPolicy());
            milestones.assigned();
            inbox.await(Role.CLIENT, Armed.class);
            milestones.armed();
            inbox.onProgress(progress);
            process.send(new Go());
            PeerMeasurement both = inbox.await(Role.CLIENT, Finished.class).measurement();
            milestones.measured(both);
            busy = false;
            delivery.confirm(both.contents());
            return new Measurement(
                    workload.unitBytes(sizeBytes),
                    both.messages(),
                    workload.carriedBytes(both.messages(), sizeBytes),
                    both.losses(),
                    both.elapsedNanos(),
                    workload.latencyKind(),
                    both.latencies(),
                    both.sampling(),
                    both.cpuNanos(),
                    0);
        } catch (NoProgressException e) {
            throw new IterationFailedException(e.getMessage() + process.lastWords(), e);
        }
    }

    @Override
    public Breakdown breakdown() {
        return milestones.closed();
    }

    @Override
    public void close() throws IOException {
        try (scratch;
                process) {
            if (busy) {
                process.kill();
            }
        }
    }
}
