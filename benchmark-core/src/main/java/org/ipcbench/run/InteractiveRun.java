package org.ipcbench.run;

import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import org.ipcbench.doctor.Doctor.Intent;
import org.ipcbench.environment.EnvironmentProbe;
import org.ipcbench.launch.StandingPeers;
import org.ipcbench.launch.command.Jvm;
import org.ipcbench.launch.process.IterationFailedException;
import org.ipcbench.measure.result.Measurement;
import org.ipcbench.placement.Placement;
import org.ipcbench.plan.cell.Cell;
import org.ipcbench.plan.cell.CellSettings;
import org.ipcbench.plan.cell.Dimension;
import org.ipcbench.plan.cell.Feasibility.Obstacle;
import org.ipcbench.run.program.Launcher;
import org.ipcbench.run.request.PeerRequest;
import org.ipcbench.transport.Transport;
import org.ipcbench.transport.resource.CloseOnFailure;
import org.ipcbench.transport.resource.Grants;
import org.ipcbench.workload.Extent;
import org.ipcbench.workload.Workload;
import org.ipcbench.workload.call.PingPong;

/** Measures one question after the other over the same peers, and leaves no files. */
public final class InteractiveRun implements AutoCloseable {
    private final InteractiveRequest request;
    private final StandingPeers peers;

    private InteractiveRun(InteractiveRequest request, StandingPeers peers) {
        this.request = request;
        this.peers = peers;
    }

    /**
     * Starts the peers and returns at once, before there is a question.
     *
     * @param lines gets warnings, and one line each time that other peers take over unexpectedly
     * @throws org.ipcbench.run.request.InvalidRequestException if the machine cannot run any peers
     */
    public static InteractiveRun start(Launcher launcher, InteractiveRequest request, Consumer<String> lines)
            throws IOException {
        PeerPreparation preparation = new PeerPreparation(launcher, request.peers(), lines);
        PeerPreparation.requireClassPath();
        preparation.requireRoom(request.intent());
        preparation.removeLeftOvers();
        try (CloseOnFailure opened = new CloseOnFailure()) {
            StandingPeers peers = new StandingPeers(
                    preparation.settings(),
                    request.transport(),
                    request.settings().get(Dimension.PLACEMENT),
                    lines);
            opened.add(peers::close);
            peers.prepare();
            preparation.warn(request.intent(), new EnvironmentProbe().machine().cpu());
            opened.release();
            return new InteractiveRun(request, peers);
        }
    }

    /**
     * Measures a cell of the request.
     *
     * @throws IterationFailedException if there is no answer; the next question then gets fresh peers
     */
    public Measurement measure(Cell cell) throws IterationFailedException, InterruptedException {
        return peers.measure(
                cell.task(cell.workload(), request.peers().longestWarmUp().toNanos(), 0));
    }

    /** Ends the peers. */
    @Override
    public void close() throws IOException {
        peers.close();
    }

    /**
     * One transport that is asked one question after the other.
     *
     * @param settings its buffer, and where its peers run
     * @param extent of each question
     */
    public record InteractiveRequest(Transport transport, CellSettings settings, Extent extent, PeerRequest peers) {

        /** The cell of a question. */
        public Cell cell(Workload workload) {
            return Cell.of(transport, workload, settings).within(new Grants());
        }

        /** Why no question can be measured; empty if small messages can. */
        public Optional<Obstacle> obstacle() {
            return cell(new PingPong(extent, Cell.MIN_BYTES)).obstacle();
        }

        /** Whether the same peers measure all questions. */
        public boolean keepsPeers() {
            return !StandingPeers.endWithEachQuestion(transport);
        }

        /** What the machine has to offer. */
        public Intent intent() {
            return new Intent(
                    List.of(transport),
                    Set.of(transport.id()),
                    List.of(),
                    0,
                    !settings.get(Dimension.PLACEMENT).equals(Placement.UNPINNED),
                    peers.jvm().equals(Jvm.current()),
                    peers.leastAddressBytes());
        }
    }
}
