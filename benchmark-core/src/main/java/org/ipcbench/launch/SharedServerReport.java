package org.ipcbench.launch;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.HdrHistogram.Histogram;
import org.ipcbench.control.ControlMessage.Finished;
import org.ipcbench.measure.Circumstances;
import org.ipcbench.measure.ClientFigures;
import org.ipcbench.measure.Cost;
import org.ipcbench.measure.Losses;
import org.ipcbench.measure.Measurement;
import org.ipcbench.measure.OfferedLoad;
import org.ipcbench.measure.PeerMeasurement;
import org.ipcbench.measure.Proximity;
import org.ipcbench.measure.Recorder;
import org.ipcbench.measure.Sampling;
import org.ipcbench.measure.StrandMeasurement;
import org.ipcbench.workload.Workload;
import org.jspecify.annotations.Nullable;

/**
 * The measurement that the reports of several clients and of their common server yield: the time runs from the first claim of any
 * client to the last acknowledgement of any, and all else is added up.
 *
 * @param reports of all processes
 * @param lossy whether messages may get lost: the receiver alone knows when the last one has arrived
 */
record SharedServerReport(PairReport reports, Workload workload, int messageSizeBytes, boolean lossy) {

    Measurement measurement() throws IterationFailedException {
        List<StrandMeasurement> sent = reports.clients().stream()
                .flatMap(report -> report.strands().stream())
                .toList();
        Finished server = reports.server().orElseThrow();
        List<StrandMeasurement> received = server.strands();
        requireEqualCounts(sent, received);
        boolean inTurns = workload.question().inTurns();
        List<StrandMeasurement> timekeepers = inTurns ? sent : received;
        long messages =
                timekeepers.stream().mapToLong(StrandMeasurement::messages).sum();
        if (messages == 0) {
            throw new IterationFailedException("all messages of all clients got lost");
        }
        List<ClientFigures> figures = new ArrayList<>();
        Histogram latencies = new Recorder().latencies();
        long startNanos = Long.MAX_VALUE;
        long endNanos = Long.MIN_VALUE;
        Losses losses = Losses.NONE;
        for (int i = 0; i < sent.size(); i++) {
            StrandMeasurement client = sent.get(i);
            StrandMeasurement timekeeper = timekeepers.get(i);
            long elapsedNanos =
                    workload.elapsedNanos(Math.max(1, lossy ? timekeeper.elapsedNanos() : client.elapsedNanos()));
            startNanos = Math.min(startNanos, client.startNanos());
            endNanos = Math.max(endNanos, client.startNanos() + elapsedNanos);
            latencies.add(timekeeper.latencies());
            losses = losses.plus(client.losses()).plus(received.get(i).losses());
            figures.add(ClientFigures.of(timekeeper, elapsedNanos));
        }
        return new Measurement(
                workload.requestBytes(),
                messages,
                workload.carriedBytes(messages),
                losses,
                endNanos - startNanos,
                workload.question(),
                latencies,
                sampling(),
                clients().stream().map(PeerMeasurement::cost).reduce(Cost::plus).orElse(Cost.NONE),
                server.measurement().cost(),
                reports.auxiliary().map(report -> report.measurement().cost()).orElse(Cost.NONE),
                Circumstances.ofAll(
                        clients().stream().map(PeerMeasurement::circumstances).toList()),
                server.measurement().circumstances(),
                Proximity.UNKNOWN, // a server's threads are near to some clients and far from others
                inTheirJvms(figures),
                offer(sent));
    }

    /** Each client has a JVM to itself, or one JVM has all of them. */
    private List<ClientFigures> inTheirJvms(List<ClientFigures> figures) {
        List<PeerMeasurement> jvms = clients();
        return jvms.size() < figures.size()
                ? figures
                : IntStream.range(0, figures.size())
                        .mapToObj(i -> figures.get(i).inJvm(jvms.get(i).cost().jvm()))
                        .toList();
    }

    private static @Nullable OfferedLoad offer(List<StrandMeasurement> sent) {
        return OfferedLoad.ofAll(sent.stream()
                        .flatMap(client -> Stream.ofNullable(client.offer()))
                        .toList())
                .orElse(null);
    }

    private void requireEqualCounts(List<StrandMeasurement> sent, List<StrandMeasurement> received)
            throws IterationFailedException {
        if (sent.size() != received.size()) {
            throw new IterationFailedException(
                    "%d connections were driven, and %d were served".formatted(sent.size(), received.size()));
        }
        for (int i = 0; i < sent.size(); i++) {
            long attempted = sent.get(i).attempted();
            if (attempted != received.get(i).attempted()) {
                throw new IterationFailedException("client %d sent %d messages, the server received %d"
                        .formatted(i + 1, attempted, received.get(i).attempted()));
            }
        }
    }

    /** The one that costs most of those that the clients have chosen. */
    private Sampling sampling() {
        Sampling densest = clients().get(0).sampling();
        for (PeerMeasurement client : clients()) {
            if (client.sampling().costAt(1) > densest.costAt(1)) {
                densest = client.sampling();
            }
        }
        return densest;
    }

    private List<PeerMeasurement> clients() {
        return reports.clients().stream().map(Finished::measurement).toList();
    }
}
