package org.ipcbench.launch;

import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.HdrHistogram.Histogram;
import org.ipcbench.control.ControlMessage.Finished;
import org.ipcbench.launch.command.PeerName;
import org.ipcbench.launch.command.Prefixes;
import org.ipcbench.launch.process.IterationFailedException;
import org.ipcbench.measure.result.ClientFigures;
import org.ipcbench.measure.result.ConnectionMeasurement;
import org.ipcbench.measure.result.ConnectionMeasurement.Ends;
import org.ipcbench.measure.result.Cost;
import org.ipcbench.measure.result.Measurement;
import org.ipcbench.measure.result.MeasurementConditions;
import org.ipcbench.measure.result.Neighbourhood;
import org.ipcbench.measure.result.Neighbourhood.Proximity;
import org.ipcbench.measure.result.Neighbourhood.Proximity.Distances;
import org.ipcbench.measure.result.PeerMeasurement;
import org.ipcbench.measure.sample.Checksum;
import org.ipcbench.measure.sample.Losses;
import org.ipcbench.measure.sample.Sampling;
import org.ipcbench.workload.Role;
import org.ipcbench.workload.Workload;
import org.jspecify.annotations.Nullable;

/**
 * The reports of a pair's processes after a measured part, and the resulting measurement.
 *
 * @param clients the report of each client process; of the only peer if one plays both roles
 * @param server the server's report; empty if one peer plays both roles
 * @param auxiliary the auxiliary process's report; empty if the transport has none
 */
record PairReport(List<Finished> clients, Optional<Finished> server, Optional<Finished> auxiliary) {
    PairReport {
        clients = List.copyOf(clients);
    }

    /** The report of the first client process. */
    Finished client() {
        return clients.get(0);
    }

    /** The earliest start of a client's measured part, in nanoseconds. */
    long startNanos() {
        return clientMeasurements().mapToLong(PeerMeasurement::startNanos).min().orElse(0);
    }

    /** Returns a copy of peers that read one clock, as their kernel says, but share no page on which to prove it. */
    PairReport withOneClock() {
        return new PairReport(
                clients.stream().map(PairReport::withOneClock).toList(),
                server.map(PairReport::withOneClock),
                auxiliary);
    }

    private static Finished withOneClock(Finished report) {
        PeerMeasurement told = report.measurement();
        return new Finished(told.under(told.conditions().withOneClock()));
    }

    /** Whether both peers are proven to read one clock. */
    boolean hasOneClock() {
        return MeasurementConditions.areOfOneClock(clientConditions(), serverConditions());
    }

    private MeasurementConditions clientConditions() {
        return MeasurementConditions.ofAll(
                clientMeasurements().map(PeerMeasurement::conditions).toList());
    }

    private MeasurementConditions serverConditions() {
        return server.map(Finished::measurement)
                .map(PeerMeasurement::conditions)
                .orElse(MeasurementConditions.UNKNOWN);
    }

    /** Checksums of a transferred file: the client half's first, then the server half's; else empty. */
    List<Checksum> checksums() {
        return Stream.concat(clients.stream(), server.stream())
                .flatMap(report -> report.measurement().connections().stream())
                .flatMap(connection -> connection.contents().stream())
                .toList();
    }

    /**
     * Combines the reports: the time runs from the first claim of any client to the last acknowledgement of any client,
     * and all other figures are added up. Latencies that are one peer's time minus another's are dropped unless both read one clock.
     *
     * @param lossy whether messages may be lost: then only the receiver knows when the last one has arrived
     * @param distances how near to each other the machine's CPUs are
     * @throws IterationFailedException if the peers' counts differ, or nothing arrived
     */
    Measurement measurement(Workload workload, boolean lossy, Distances distances) throws IterationFailedException {
        List<ConnectionReport> connections = connections(workload, lossy);
        for (ConnectionReport connection : connections) {
            connection.requireEqualCounts();
        }
        long messages = messages(connections);
        MeasurementConditions clientConditions = clientConditions();
        MeasurementConditions serverConditions = serverConditions();
        Ends ends = new Ends(
                connections.stream().map(ConnectionReport::sent).toList(),
                connections.stream()
                        .flatMap(connection -> connection.received().stream())
                        .toList());
        Measurement.Draft measurement = new Measurement.Draft(
                        workload.requestBytes(),
                        messages,
                        workload.carriedBytes(messages),
                        spanNanos(connections),
                        workload.question().latencyKind())
                .losses(connections.stream().map(ConnectionReport::losses).reduce(Losses.NONE, Losses::plus))
                .latencies(latencies(connections))
                .sampling(Sampling.mostExpensive(
                        clientMeasurements().map(PeerMeasurement::sampling).toList()))
                .costs(cost(clients.stream()), serverCost())
                .auxiliary(cost(auxiliary.stream()))
                .conditions(clientConditions, serverConditions)
                // unknown with several clients, whose combined marks have no CPU: the server is near to some and far
                // from others
                .proximity(Proximity.of(clientConditions.marks(), serverConditions.marks(), distances))
                .clients(clientFigures(connections))
                .inFlight(depth(workload, ends));
        PeerMeasurement.addTo(measurement, clientMeasurements().toList(), server.map(Finished::measurement));
        ends.addTo(measurement);
        return measurement.measurement();
    }

    /**
     * Which of the slowest messages met a collection of either JVM, if both read one clock.
     *
     * @param partNanos duration of the measured part, in nanoseconds
     * @param which of the collections
     */
    private Neighbourhood.Tail tail(long partNanos, Predicate<PeerMeasurement.Collection> which) {
        List<PeerMeasurement> peers = Stream.concat(clients.stream(), server.stream())
                .map(Finished::measurement)
                .toList();
        return Neighbourhood.Tail.of(
                peers.stream()
                        .flatMap(peer -> peer.connections().stream())
                        .flatMap(each -> each.slowest() == null ? Stream.empty() : each.slowest().stream())
                        .toList(),
                peers.stream()
                        .flatMap(peer -> peer.collections() == null ? Stream.empty() : peer.collections().stream())
                        .filter(which)
                        .toList(),
                partNanos);
    }

    /**
     * What ran beside both JVMs, of which one allocates.
     *
     * @param cpuNanos CPU time of a command
     * @param oneClock whether both read one clock
     * @param partNanos duration of the measured part, in nanoseconds
     */
    Neighbourhood besideHeap(long cpuNanos, boolean oneClock, long partNanos) {
        boolean hasCycles = Stream.concat(clients.stream(), server.stream())
                .flatMap(report -> Stream.ofNullable(report.measurement().collections()))
                .flatMap(List::stream)
                .anyMatch(PeerMeasurement.Collection::besideThreads);
        return new Neighbourhood(
                cpuNanos,
                oneClock ? tail(partNanos, each -> !each.besideThreads()) : Neighbourhood.Tail.NONE,
                allocatedShare(),
                oneClock && hasCycles ? tail(partNanos, PeerMeasurement.Collection::besideThreads) : null);
    }

    /** What the peer whose heap was loaded allocated of what was declared; null if there is none. */
    private @Nullable Double allocatedShare() {
        return Stream.concat(server.stream(), clients.stream())
                .flatMap(report -> Stream.ofNullable(report.measurement().allocatedShare()))
                .findFirst()
                .orElse(null);
    }

    private static long messages(List<ConnectionReport> connections) throws IterationFailedException {
        long messages = connections.stream()
                .mapToLong(connection -> connection.timekeeper().messages())
                .sum();
        if (messages == 0) {
            throw new IterationFailedException(
                    connections.size() == 1
                            ? "all %d messages were lost"
                                    .formatted(connections.get(0).sent().attempted())
                            : "all messages of all clients were lost");
        }
        return messages;
    }

    private List<ConnectionReport> connections(Workload workload, boolean lossy) throws IterationFailedException {
        List<ConnectionMeasurement> sent = clientMeasurements()
                .flatMap(client -> client.connections().stream())
                .toList();
        Optional<List<ConnectionMeasurement>> received =
                server.map(report -> report.measurement().connections());
        boolean areLatenciesOfTwoClocks = workload.question().latencyKind().needsOneClock() && !hasOneClock();
        if (received.isPresent() && received.get().size() != sent.size()) {
            throw new IterationFailedException("%d connections were driven, and %d were served"
                    .formatted(sent.size(), received.get().size()));
        }
        return IntStream.range(0, sent.size())
                .mapToObj(i -> new ConnectionReport(
                        PeerName.of(Role.CLIENT, i + 1, sent.size()),
                        areLatenciesOfTwoClocks ? sent.get(i).withoutLatencies() : sent.get(i),
                        received.map(all -> all.get(i))
                                .map(end -> areLatenciesOfTwoClocks ? end.withoutLatencies() : end),
                        workload,
                        lossy && hasOneClock()))
                .toList();
    }

    private static long spanNanos(List<ConnectionReport> connections) {
        long start = connections.stream()
                .mapToLong(ConnectionReport::startNanos)
                .min()
                .orElseThrow();
        long end =
                connections.stream().mapToLong(ConnectionReport::endNanos).max().orElseThrow();
        return end - start;
    }

    private static Histogram latencies(List<ConnectionReport> connections) {
        Histogram all = connections.get(0).timekeeper().latencies().copy();
        connections.stream().skip(1).forEach(next -> all.add(next.timekeeper().latencies()));
        return all;
    }

    /** The cost of the server's peer, or of the servers that the client has started. */
    private Cost serverCost() {
        Cost started = client().measurement().started();
        return started == null ? cost(server.stream()) : started;
    }

    private static Cost cost(Stream<Finished> reports) {
        return reports.map(report -> report.measurement().cost())
                .reduce(Cost::plus)
                .orElse(Cost.NONE);
    }

    /** The figures of each client; none for a single client, whose figures are the iteration's. */
    private List<ClientFigures> clientFigures(List<ConnectionReport> connections) {
        List<ClientFigures> figures =
                connections.stream().map(ConnectionReport::figures).toList();
        if (figures.size() == 1) {
            return List.of();
        }
        return clients.size() < figures.size() // one JVM has all clients
                ? figures
                : IntStream.range(0, figures.size())
                        .mapToObj(i -> figures.get(i)
                                .inJvm(clients.get(i).measurement().cost().jvm()))
                        .toList();
    }

    /** Both ways, each client has as many messages under way as its connection holds. */
    private static @Nullable Integer depth(Workload workload, Ends ends) {
        int depth = workload.isBothWays()
                ? ends.underWay()
                        .map(all -> (int) (all.most() / ends.clients().size()))
                        .orElse(workload.inFlight())
                : workload.inFlight();
        return depth > 1 ? depth : null;
    }

    private Stream<PeerMeasurement> clientMeasurements() {
        return clients.stream().map(Finished::measurement);
    }

    /**
     * The reports of both ends of a connection.
     *
     * @param client index of the client that the connection belongs to
     * @param sent the client's end
     * @param received the server's end; empty if one peer plays both roles and has reported both ends as one
     * @param receiverKeepsTime whether messages may be lost and both ends read one clock: then only the receiver knows when the last one
     *     has arrived
     */
    private record ConnectionReport(
            PeerName client,
            ConnectionMeasurement sent,
            Optional<ConnectionMeasurement> received,
            Workload workload,
            boolean receiverKeepsTime) {

        void requireEqualCounts() throws IterationFailedException {
            if (received.isPresent() && sent.attempted() != received.get().attempted()) {
                throw new IterationFailedException("%s sent %d messages, the server received %d"
                        .formatted(
                                client.withArticle(),
                                sent.attempted(),
                                received.get().attempted()));
            }
        }

        /** The end that knows the latencies and when the last message has arrived. */
        ConnectionMeasurement timekeeper() {
            return workload.question().inTurns() ? sent : received.orElse(sent);
        }

        /** The losses that the receivers counted; for round trips, both ends together. */
        Losses losses() {
            return received.map(ConnectionMeasurement::losses)
                    .orElse(Losses.NONE)
                    .plus(sent.losses());
        }

        long startNanos() {
            return sent.startNanos();
        }

        long endNanos() {
            return startNanos() + elapsedNanos();
        }

        ClientFigures figures() {
            return ClientFigures.of(timekeeper(), elapsedNanos());
        }

        private long elapsedNanos() {
            long arrivedNanos = receiverKeepsTime ? timekeeper().elapsedNanos() : sent.elapsedNanos();
            return workload.elapsedNanos(Math.max(1, arrivedNanos));
        }
    }

    /**
     * The reports of peers that do not read one clock, or run on two machines, put on one clock: nothing may be concluded from a time of one
     * minus a time of another. Clients begin together, and client and server end together.
     *
     * @param prefixes what the peers are behind
     */
    record TwoClocks(Prefixes prefixes) {

        /** Returns the reports with times and CPUs that may be compared; of peers beside the launcher, the same ones. */
        PairReport aligned(PairReport told) {
            List<Finished> clients =
                    prefixes.client().sharesClock() || told.clients().size() == 1
                            ? told.clients()
                            : told.clients().stream().map(TwoClocks::fromZero).toList();
            PairReport report = new PairReport(clients, told.server(), told.auxiliary());
            report = prefixes.haveOneClock() ? report : endingTogether(report);
            return prefixes.haveTwoKernels() ? onTwoMachines(report) : report;
        }

        private static Finished fromZero(Finished client) {
            return new Finished(client.measurement().ahead(-client.measurement().startNanos()));
        }

        private static PairReport endingTogether(PairReport report) {
            long end = report.clients().stream()
                    .mapToLong(client -> client.measurement().endNanos())
                    .max()
                    .orElseThrow();
            return new PairReport(
                    report.clients(),
                    report.server()
                            .map(Finished::measurement)
                            .map(server -> new Finished(server.ahead(end - server.lastMarkNanos()))),
                    report.auxiliary());
        }

        /** The client has looked at its own machine's CPUs. */
        private static PairReport onTwoMachines(PairReport report) {
            Optional<PeerMeasurement> server = report.server().map(Finished::measurement);
            long serverNanos = server.map(told -> told.cost().cpuNanos()).orElse(0L);
            return new PairReport(
                    report.clients().stream()
                            .map(Finished::measurement)
                            .map(client -> new Finished(client.under(besides(client.conditions(), serverNanos))))
                            .toList(),
                    server.map(told -> new Finished(told.under(told.conditions().withoutCpus()))),
                    report.auxiliary());
        }

        private static MeasurementConditions besides(MeasurementConditions client, long serverNanos) {
            return client.on(client.machine().plusBusy(serverNanos), client.stalls());
        }
    }
}
