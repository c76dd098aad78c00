package org.ipcbench.launch;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.ipcbench.control.ControlMessage.Finished;
import org.ipcbench.measure.Checksum;
import org.ipcbench.measure.Circumstances;
import org.ipcbench.measure.Cost;
import org.ipcbench.measure.Losses;
import org.ipcbench.measure.Measurement;
import org.ipcbench.measure.PeerMeasurement;
import org.ipcbench.measure.Proximity;
import org.ipcbench.measure.Proximity.Distances;
import org.ipcbench.workload.Role;
import org.ipcbench.workload.Workload;

/**
 * What the processes of a pair report after a measured part, and the measurement that it yields.
 *
 * @param clients the report of each client process; that of the only peer where one plays both roles
 * @param server the server's report; empty where one peer plays both roles
 * @param auxiliary the auxiliary process's report; empty where the transport has none
 */
record PairReport(List<Finished> clients, Optional<Finished> server, Optional<Finished> auxiliary) {
    PairReport {
        clients = List.copyOf(clients);
    }

    /** Throws where a process stood still in the measured part, by its own account. */
    void requireNoPause() throws PausedException {
        Map<PeerName, Long> pausesNanos = new HashMap<>();
        for (int i = 0; i < clients.size(); i++) {
            pausesNanos.put(
                    PeerName.of(Role.CLIENT, i + 1, clients.size()),
                    clients.get(i).pauseNanos());
        }
        server.ifPresent(report -> pausesNanos.put(PeerName.of(Role.SERVER), report.pauseNanos()));
        auxiliary.ifPresent(report -> pausesNanos.put(PeerName.of(Role.AUXILIARY), report.pauseNanos()));
        PausedException.throwIfAny(pausesNanos);
    }

    /** The report of the first client, which is the only one unless a server has several. */
    Finished client() {
        return clients.get(0);
    }

    /** Checksums of a transferred file: the client half's first, then the server half's; else empty. */
    List<Checksum> checksums() {
        return Stream.concat(clients.stream(), server.stream())
                .flatMap(report -> report.measurement().contents().stream())
                .toList();
    }

    /** What the receivers counted: of round trips, both peers are one. */
    private Losses losses() {
        Losses sent = client().measurement().losses();
        return server.map(report -> sent.plus(report.measurement().losses())).orElse(sent);
    }

    /**
     * Combines the reports.
     *
     * @param lossy whether messages may get lost: the receiver alone knows when the last one has arrived
     * @param distances how near to each other the machine's CPUs are
     * @throws IterationFailedException where the peers' counts differ, or nothing arrived
     */
    Measurement measurement(Workload workload, int messageSizeBytes, boolean lossy, Distances distances)
            throws IterationFailedException {
        if (!client().strands().isEmpty()) {
            return new SharedServerReport(this, workload, messageSizeBytes, lossy).measurement();
        }
        PeerMeasurement sent = client().measurement();
        PeerMeasurement received = server.map(Finished::measurement).orElse(sent);
        if (sent.attempted() != received.attempted()) {
            throw new IterationFailedException("the client sent %d messages, the server received %d"
                    .formatted(sent.attempted(), received.attempted()));
        }
        PeerMeasurement timekeeper = workload.question().inTurns() ? sent : received;
        if (timekeeper.messages() == 0) {
            throw new IterationFailedException("all %d messages got lost".formatted(timekeeper.attempted()));
        }
        return new Measurement(
                workload.requestBytes(),
                timekeeper.messages(),
                workload.carriedBytes(timekeeper.messages()),
                losses(),
                workload.elapsedNanos(lossy ? timekeeper.elapsedNanos() : sent.elapsedNanos()),
                workload.question(),
                timekeeper.latencies(),
                sent.sampling(),
                sent.cost(),
                server.isPresent() ? received.cost() : Cost.NONE,
                auxiliary.map(report -> report.measurement().cost()).orElse(Cost.NONE),
                sent.circumstances(),
                server.isPresent() ? received.circumstances() : Circumstances.UNKNOWN,
                server.isPresent()
                        ? Proximity.of(
                                sent.circumstances().marks(),
                                received.circumstances().marks(),
                                distances)
                        : Proximity.UNKNOWN,
                List.of(),
                sent.offer());
    }
}
