package org.ipcbench.launch;

import java.io.IOException;
import java.util.Map;
import java.util.Optional;
import java.util.function.LongConsumer;
import java.util.stream.Stream;
import org.ipcbench.control.ControlMessage.Armed;
import org.ipcbench.control.ControlMessage.Assign;
import org.ipcbench.control.ControlMessage.Finished;
import org.ipcbench.control.ControlMessage.Go;
import org.ipcbench.control.ControlMessage.Ready;
import org.ipcbench.measure.Measurement;
import org.ipcbench.measure.PeerMeasurement;
import org.ipcbench.transport.Session;
import org.ipcbench.workload.Role;
import org.ipcbench.workload.Workload;

/** A client and a server, started together, with whatever else their transport needs. */
final class PeerPair implements Peers {
    private final PeerSite site;
    private final PairProcesses processes;

    PeerPair(PeerSite site, PairProcesses processes) {
        this.site = site;
        this.processes = processes;
    }

    @Override
    public Measurement measure(
            Workload workload, int sizeBytes, int bufferSizeBytes, long warmUpNanos, LongConsumer progress)
            throws IterationFailedException, InterruptedException, IOException {
        Session session = site.begin(sizeBytes, bufferSizeBytes);
        try {
            return measure(workload, session, warmUpNanos, progress);
        } catch (NoProgressException e) {
            throw site.explained(new IterationFailedException(e.getMessage() + processes.lastWords(), e));
        } catch (IterationFailedException e) {
            throw site.explained(e);
        }
    }

    private Measurement measure(Workload workload, Session session, long warmUpNanos, LongConsumer progress)
            throws IterationFailedException, InterruptedException, IOException {
        String transport = site.transport().id();
        FileCheck fileCheck = site.fileCheck(workload);
        PeerProcess serverProcess = processes.server();
        PeerProcess clientProcess = processes.client();
        processes.auxiliary().serve(session);
        serverProcess.send(new Assign(transport, fileCheck.workload(), session, "", warmUpNanos));
        Ready listening = site.awaitReady(Role.SERVER);
        clientProcess.send(new Assign(transport, fileCheck.workload(), session, listening.address(), warmUpNanos));
        site.awaitReady(Role.CLIENT);
        site.milestones().assigned();
        site.await(Role.SERVER, Armed.class);
        processes.auxiliary().go(); // while the client finds out what a sample costs
        site.await(Role.CLIENT, Armed.class);
        site.milestones().armed();
        serverProcess.releaseStandardStreams();
        site.onProgress(progress);
        serverProcess.send(new Go());
        clientProcess.send(new Go());
        progress.accept(0);
        Finished client = site.await(Role.CLIENT, Finished.class);
        Finished server = site.await(Role.SERVER, Finished.class);
        long auxiliaryCpuNanos = processes.auxiliary().cpuNanos();
        PeerMeasurement sent = client.measurement();
        PeerMeasurement received = server.measurement();
        site.end(sent);
        PausedException.throwIfAny(Map.of(
                Role.CLIENT, client.pauseNanos(),
                Role.SERVER, server.pauseNanos(),
                Role.AUXILIARY, processes.auxiliary().pauseNanos()));
        Measurement measurement =
                combine(workload, session.messageSizeBytes(), sent, received).withAuxiliaryCpu(auxiliaryCpuNanos);
        fileCheck.confirm(Stream.of(sent, received)
                .flatMap(peer -> peer.contents().stream())
                .toList());
        return measurement;
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
                processes) {
            if (site.isBusy()) {
                processes.kill();
            }
        }
    }

    private Measurement combine(Workload workload, int sizeBytes, PeerMeasurement sent, PeerMeasurement received)
            throws IterationFailedException {
        if (sent.attempted() != received.attempted()) {
            throw new IterationFailedException("the client sent %d messages, the server received %d"
                    .formatted(sent.attempted(), received.attempted()));
        }
        PeerMeasurement counter = workload.question().inTurns() ? sent : received;
        if (counter.messages() == 0) {
            throw new IterationFailedException("all %d messages got lost".formatted(counter.attempted()));
        }
        return new Measurement(
                workload.unitBytes(sizeBytes),
                counter.messages(),
                workload.carriedBytes(counter.messages(), sizeBytes),
                counter.losses(),
                site.transport().traits().lossy() ? counter.elapsedNanos() : sent.elapsedNanos(),
                workload.question(),
                counter.latencies(),
                sent.sampling(),
                sent.cost(),
                received.cost());
    }
}
