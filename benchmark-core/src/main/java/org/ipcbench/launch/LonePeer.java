package org.ipcbench.launch;

import java.io.IOException;
import java.util.Map;
import java.util.Optional;
import java.util.function.LongConsumer;
import org.ipcbench.control.ControlMessage.Armed;
import org.ipcbench.control.ControlMessage.Assign;
import org.ipcbench.control.ControlMessage.Finished;
import org.ipcbench.control.ControlMessage.Go;
import org.ipcbench.measure.Cost;
import org.ipcbench.measure.Measurement;
import org.ipcbench.measure.PeerMeasurement;
import org.ipcbench.transport.Session;
import org.ipcbench.workload.Role;
import org.ipcbench.workload.Workload;

/** The one peer of a one-process transport, which plays both roles; it stands where the client would. */
final class LonePeer implements Peers {
    private final PeerSite site;
    private final PeerProcess process;

    LonePeer(PeerSite site, PeerProcess process) {
        this.site = site;
        this.process = process;
    }

    @Override
    public Measurement measure(
            Workload workload, int sizeBytes, int bufferSizeBytes, long warmUpNanos, LongConsumer progress)
            throws IterationFailedException, InterruptedException, IOException {
        Session session = site.begin(sizeBytes, bufferSizeBytes);
        FileCheck fileCheck = site.fileCheck(workload);
        try {
            process.send(new Assign(site.transport().id(), fileCheck.workload(), session, "", warmUpNanos));
            site.awaitReady(Role.CLIENT);
            site.milestones().assigned();
            site.await(Role.CLIENT, Armed.class);
            site.milestones().armed();
            site.onProgress(progress);
            process.send(new Go());
            progress.accept(0);
            Finished finished = site.await(Role.CLIENT, Finished.class);
            PeerMeasurement both = finished.measurement();
            site.end(both);
            PausedException.throwIfAny(Map.of(Role.CLIENT, finished.pauseNanos()));
            fileCheck.confirm(both.contents());
            return new Measurement(
                    workload.unitBytes(sizeBytes),
                    both.messages(),
                    workload.carriedBytes(both.messages(), sizeBytes),
                    both.losses(),
                    both.elapsedNanos(),
                    workload.question(),
                    both.latencies(),
                    both.sampling(),
                    both.cost(),
                    Cost.NONE);
        } catch (NoProgressException e) {
            throw site.explained(new IterationFailedException(e.getMessage() + process.lastWords(), e));
        } catch (IterationFailedException e) {
            throw site.explained(e);
        }
    }

    @Override
    public Breakdown breakdown() {
        return site.milestones().closed();
    }

    @Override
    public Optional<String> failure() {
        return site.failure();
    }

    @Override
    public void close() throws IOException {
        try (site;
                process) {
            if (site.isBusy()) {
                process.kill();
            }
        }
    }
}
