package org.ipcbench.launch;

import java.io.IOException;
import java.util.Optional;
import java.util.function.LongConsumer;
import org.ipcbench.control.ControlMessage;
import org.ipcbench.control.ControlMessage.Ready;
import org.ipcbench.measure.NanoClock;
import org.ipcbench.measure.PeerMeasurement;
import org.ipcbench.placement.Placement;
import org.ipcbench.scratch.ScratchDirectory;
import org.ipcbench.transport.Session;
import org.ipcbench.transport.Token;
import org.ipcbench.transport.Transport;
import org.ipcbench.workload.Role;
import org.ipcbench.workload.Workload;

/**
 * What peers have from their start to their end, one or two of them: a scratch directory, an inbox at their launcher,
 * and the assignment they are on.
 */
final class PeerSite implements AutoCloseable {
    private final PeerSettings settings;
    private final Transport transport;
    private final int largestBytes;
    private final Placement placement;
    private final ScratchDirectory scratch;
    private final PeerInbox inbox;
    private final Milestones milestones = new Milestones(NanoClock.system());
    /** Whether an assignment has begun and not ended well: such peers would not hear that they are to stop. */
    private boolean busy;

    /**
     * Makes the directory.
     *
     * @param largestBytes the largest message the peers may be asked for; their memory is sized by it
     */
    PeerSite(PeerSettings settings, Transport transport, int largestBytes, Placement placement) throws IOException {
        this.settings = settings;
        this.transport = transport;
        this.largestBytes = largestBytes;
        this.placement = placement;
        scratch = ScratchDirectory.create(transport);
        inbox = new PeerInbox(NanoClock.system(), settings.timeout());
    }

    Transport transport() {
        return transport;
    }

    Milestones milestones() {
        return milestones;
    }

    /** Starts the peer that plays this role and returns at once. */
    PeerProcess startPeer(Role role) throws IOException {
        return PeerProcess.start(
                settings.command(transport, largestBytes, placement, scratch.path(), role),
                inbox,
                role == Role.SERVER && transport.traits().ownsStandardStreams());
    }

    /** Starts what the transport needs besides peers, if anything, and returns at once. */
    AuxiliaryProcess startAuxiliary() throws IOException {
        return AuxiliaryProcess.start(settings, transport, largestBytes, scratch.path(), inbox);
    }

    /** An assignment begins. Returns its session. */
    Session begin(int sizeBytes, int bufferSizeBytes) {
        if (sizeBytes > largestBytes) {
            throw new IllegalArgumentException("these peers have memory for messages of up to %d bytes, not of %d"
                    .formatted(largestBytes, sizeBytes));
        }
        busy = true;
        inbox.forgetPause();
        inbox.onProgress(messages -> {});
        return new Session(scratch.path(), Token.random(), sizeBytes, bufferSizeBytes, settings.timeout());
    }

    /** Where what the workload receives goes, until it is found to be whole. */
    FileCheck fileCheck(Workload workload) throws IOException {
        return FileCheck.of(workload, scratch);
    }

    /** Waits for a peer to have taken its assignment, and looks at where it runs. */
    Ready awaitReady(Role role) throws IterationFailedException, InterruptedException {
        Ready ready = await(role, Ready.class);
        Optional<String> mismatch = placement.mismatch(role, ready.cpus(), ready.memoryPolicy());
        if (mismatch.isPresent()) {
            throw new IterationFailedException(mismatch.get());
        }
        return ready;
    }

    /** Waits for the next message of a peer, which must be of this type. */
    <T extends ControlMessage> T await(Role role, Class<T> type) throws IterationFailedException, InterruptedException {
        return inbox.await(role, type);
    }

    /** Where the server's message counter goes from now on. */
    void onProgress(LongConsumer progress) {
        inbox.onProgress(progress);
    }

    /** The assignment has ended well. */
    void end(PeerMeasurement client) {
        milestones.measured(client);
        busy = false;
    }

    /** Returns what is to be thrown for a failure: where this process was stopped meanwhile, that may be the cause. */
    IterationFailedException explained(IterationFailedException failure) {
        return inbox.pauseNanos() == 0 || failure instanceof PausedException
                ? failure
                : PausedException.around(failure, inbox.pauseNanos());
    }

    /** Whether the peers are in the middle of an assignment, or stuck there. */
    boolean isBusy() {
        return busy;
    }

    /** What became of the first peer that failed or ended. */
    Optional<String> failure() {
        return Optional.ofNullable(inbox.firstFailure().getNow(null));
    }

    /** Removes the directory; to be called when the peers have ended. */
    @Override
    public void close() throws IOException {
        scratch.close();
    }
}
