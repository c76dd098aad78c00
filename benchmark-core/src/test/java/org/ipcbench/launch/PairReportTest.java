package org.ipcbench.launch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.ipcbench.control.ControlMessage.Finished;
import org.ipcbench.control.Surroundings;
import org.ipcbench.launch.PairReport.TwoClocks;
import org.ipcbench.launch.command.Prefix;
import org.ipcbench.launch.command.Prefixes;
import org.ipcbench.launch.process.IterationFailedException;
import org.ipcbench.measure.result.ClientFigures;
import org.ipcbench.measure.result.ConnectionMeasurement;
import org.ipcbench.measure.result.Cost;
import org.ipcbench.measure.result.Cost.JvmWork;
import org.ipcbench.measure.result.MachineLoad;
import org.ipcbench.measure.result.Mark;
import org.ipcbench.measure.result.Measurement;
import org.ipcbench.measure.result.MeasurementConditions;
import org.ipcbench.measure.result.MeasurementConditions.WarmUpEnd;
import org.ipcbench.measure.result.Neighbourhood.Proximity.Distance;
import org.ipcbench.measure.result.PeerMeasurement;
import org.ipcbench.measure.sample.CallParts;
import org.ipcbench.measure.sample.Checksum;
import org.ipcbench.measure.sample.Losses;
import org.ipcbench.measure.sample.OfferedLoad;
import org.ipcbench.measure.sample.Recorder;
import org.ipcbench.measure.sample.Sampling;
import org.ipcbench.measure.sample.WorkTime;
import org.ipcbench.workload.Extent;
import org.ipcbench.workload.Workload;
import org.ipcbench.workload.call.PingPong;
import org.ipcbench.workload.load.ArrivalPattern;
import org.ipcbench.workload.load.Load;
import org.ipcbench.workload.load.Pacing;
import org.ipcbench.workload.message.Payload;
import org.ipcbench.workload.stream.MessageStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

final class PairReportTest {
    private static final int SIZE_BYTES = 64;
    private static final Workload STREAM = new MessageStream(new Extent.Count(300), SIZE_BYTES);
    private static final JvmWork COMPILED = new JvmWork(1, 2, 3);
    private static final MeasurementConditions SEEN = new MeasurementConditions(
            WarmUpEnd.NONE, List.of(new Mark(0, 0, 1), new Mark(9, 300, 1)), MachineLoad.UNKNOWN, 0);
    private static final long SCHEDULE_NANOS = 1_000_000_000;
    private static final Workload LOAD = new Load(
            new Extent.Period(SCHEDULE_NANOS),
            SIZE_BYTES,
            Payload.TOUCHED,
            410,
            new ArrivalPattern.Constant(),
            Pacing.SPIN);

    @Test
    void timeRunsFromTheFirstBeginToTheLastEndAndTheRestIsAddedUp() throws Exception {
        Measurement measured = measured(
                STREAM,
                List.of(peer(connection(100, 1_000, 500)), peer(connection(200, 1_100, 900))),
                peer(connection(100, 0, 1), connection(200, 0, 1)));

        assertThat(measured.elapsedNanos()).isEqualTo(2_000 - 1_000);
        assertThat(measured.messages()).isEqualTo(300);
        assertThat(measured.bytes()).isEqualTo(300 * SIZE_BYTES);
        assertThat(measured.clientCost().cpuNanos()).isEqualTo(2 * 7);
        assertThat(measured.serverCost().cpuNanos()).isEqualTo(7);
        assertThat(measured.clients())
                .extracting(client -> client.messages() + " in " + client.elapsedNanos())
                .containsExactly("100 in 500", "200 in 900");
        assertThat(measured.clients()).extracting(ClientFigures::jvm).containsExactly(COMPILED, COMPILED);
    }

    /** With {@code --client-threads} one process reports for all connections. */
    @Test
    void connectionsOfOneProcessAreTheSameClients() throws Exception {
        Measurement measured = measured(
                new PingPong(new Extent.Count(300), SIZE_BYTES),
                List.of(peer(connection(100, 1_000, 500), connection(200, 1_100, 900))),
                peer(connection(100, 0, 1), connection(200, 0, 1)));

        assertThat(measured.elapsedNanos()).isEqualTo(1_000);
        assertThat(measured.clients()).extracting(ClientFigures::jvm).containsExactly(null, null);
        assertThat(measured.clientCost().cpuNanos()).isEqualTo(7);
    }

    /** Messages that end early have taken the time of the schedule, and no client's rate is higher than what it offered. */
    @Test
    void offersOfAllClientsAreAddedUpOverTheTimeOfTheSchedule() throws Exception {
        Measurement measured = measured(
                LOAD,
                List.of(peer(paced(200, 10, 7)), peer(paced(200, 0, 9))),
                peer(connection(200, 0, 1), connection(200, 0, 1)));

        assertThat(measured.elapsedNanos()).isEqualTo(SCHEDULE_NANOS);
        assertThat(measured.offer())
                .isEqualTo(new OfferedLoad(410, 10, SCHEDULE_NANOS, 16, new OfferedLoad.Lateness(1, 2, 3, 4)));
        assertThat(measured.clients())
                .extracting(ClientFigures::messagesPerSecond)
                .containsExactly(200.0, 200.0);
    }

    @Test
    void whatHasNoScheduleOffersNothing() throws Exception {
        assertThat(measured(
                                STREAM,
                                List.of(peer(connection(1, 0, 1)), peer(connection(2, 0, 1))),
                                peer(connection(1, 0, 1), connection(2, 0, 1)))
                        .offer())
                .isNull();
    }

    /** Its figures are those of the iteration, to the bit. */
    @Test
    void onlyClientIsNoListOfOne() throws Exception {
        Recorder arrivals = new Recorder();
        arrivals.recordLatency(812);
        ConnectionMeasurement received = new ConnectionMeasurement(300, Losses.NONE, 990, 520, arrivals.latencies());
        Measurement measured = measured(STREAM, List.of(peer(connection(300, 1_000, 500))), peer(received));

        assertThat(measured.elapsedNanos()).isEqualTo(500);
        assertThat(measured.messages()).isEqualTo(300);
        assertThat(measured.clients()).isEmpty();
        assertThat(measured.latencies()).isEqualTo(arrivals.latencies());
        assertThat(measured.clientConditions()).isEqualTo(SEEN);
        assertThat(measured.proximity().share(Distance.SAME_CPU)).isEqualTo(1);
    }

    @Test
    void severalClientsAreNeitherNearToTheServerNorFarFromIt() throws Exception {
        Measurement measured = measured(
                STREAM,
                List.of(peer(connection(1, 0, 1)), peer(connection(2, 0, 1))),
                peer(connection(1, 0, 1), connection(2, 0, 1)));

        assertThat(measured.proximity().isKnown()).isFalse();
    }

    /** Of a lossy transport, only the receiver knows when the last message has arrived, and which ones got lost. */
    @Test
    void receiverKeepsTheTimeOfLossyTransports() throws Exception {
        ConnectionMeasurement received =
                new ConnectionMeasurement(290, new Losses(10, 3, 2, 1), 990, 470, new Recorder().latencies());

        Measurement measured = report(List.of(peer(connection(300, 1_000, 500))), Optional.of(peer(received)))
                .measurement(STREAM, true, (cpu, other) -> Optional.of(Distance.SAME_CPU));

        assertThat(measured.elapsedNanos()).isEqualTo(470);
        assertThat(measured.messages()).isEqualTo(290);
        assertThat(measured.losses()).isEqualTo(new Losses(10, 3, 2, 1));
    }

    /** No rate rests on two clocks, and neither does a latency. */
    @Test
    void clientKeepsTheTimeUnlessTheReceiverReadsItsClock() throws Exception {
        Recorder arrivals = new Recorder();
        arrivals.recordLatency(300_000_000_000L);
        ConnectionMeasurement received =
                new ConnectionMeasurement(290, new Losses(10, 3, 2, 1), 990, 300_000_000_470L, arrivals.latencies());

        for (long bound : List.of(300_000_000_000L, 17L, MeasurementConditions.NO_BOUND)) {
            Measurement measured = report(
                            List.of(peer(bound, connection(300, 1_000, 500))), Optional.of(peer(bound, received)))
                    .measurement(STREAM, true, (cpu, other) -> Optional.of(Distance.SAME_CPU));

            assertThat(measured.elapsedNanos()).isEqualTo(500);
            assertThat(measured.latencies().getTotalCount()).isZero();
            assertThat(measured.losses()).isEqualTo(new Losses(10, 3, 2, 1));
        }
    }

    @Test
    void timesOfSeparateClocksAreAligned() throws Exception {
        long hour = 3_600_000_000_000L;
        Surroundings here = surroundings("boot", "time:[1]");
        Surroundings shifted = surroundings("boot", "time:[2]");
        Surroundings far = surroundings("other", "time:[1]");
        Finished client = moved(peer(connection(300, 0, 9)), hour);
        Finished other = moved(peer(connection(300, 0, 9)), -hour);
        Finished server = peer(connection(300, 5, 6), connection(300, 5, 6));

        Measurement severalClients = aligned(prefixes(shifted, false, here, true), List.of(client, other), server);
        Measurement pair = aligned(prefixes(shifted, false, here, true), List.of(client), peer(connection(300, 5, 6)));
        Measurement hosts = aligned(prefixes(far, false, here, true), List.of(client), peer(connection(300, 5, 6)));

        assertThat(severalClients.elapsedNanos()).isEqualTo(9);
        assertThat(severalClients.clientConditions().marks())
                .extracting(Mark::messages)
                .containsExactly(0L, 600L);
        assertThat(pair.serverConditions().marks())
                .isEqualTo(pair.clientConditions().marks());
        assertThat(pair.proximity().share(Distance.SAME_CPU)).isEqualTo(1);
        assertThat(hosts.proximity().isKnown())
                .as("CPU 1 of one machine is not CPU 1 of another")
                .isFalse();
    }

    /** The client's machine is not charged with the server's work, nor its other load lowered by it. */
    @Test
    void serversWorkOnAnotherMachineIsNoOtherLoad() throws Exception {
        Surroundings here = surroundings("boot", "time:[1]");
        Surroundings far = surroundings("other", "time:[1]");
        MeasurementConditions busy = new MeasurementConditions(
                WarmUpEnd.NONE, List.of(), new MachineLoad(2, 9, 0, 0), MeasurementConditions.NO_BOUND);
        PeerMeasurement told = peer(connection(300, 0, 9)).measurement().under(busy);

        Measurement hosts =
                aligned(prefixes(here, true, far, false), List.of(new Finished(told)), peer(connection(300, 5, 6)));

        assertThat(hosts.clientConditions().machine().busyNanos() - hosts.ownCpuNanos())
                .isEqualTo(9 - 7);
    }

    private static Measurement aligned(Prefixes prefixes, List<Finished> clients, Finished server)
            throws IterationFailedException {
        return new TwoClocks(prefixes)
                .aligned(report(clients, Optional.of(server)))
                .measurement(STREAM, false, (cpu, other) -> Optional.of(Distance.SAME_CPU));
    }

    private static Prefixes prefixes(
            Surroundings client, boolean clientsClock, Surroundings server, boolean serversClock) {
        return new Prefixes(
                Prefix.of(List.of("ssh")).leadingTo(server, false, serversClock),
                Prefix.of(List.of("ssh")).leadingTo(client, false, clientsClock),
                List.of());
    }

    private static Surroundings surroundings(String boot, String time) {
        return new Surroundings(
                Surroundings.PROTOCOL,
                "",
                "",
                "",
                Path.of("/tmp"),
                Map.of(),
                Map.of("time", time),
                boot,
                List.of(),
                List.of(),
                null);
    }

    private static Finished moved(Finished report, long byNanos) {
        return new Finished(report.measurement().ahead(byNanos));
    }

    @Test
    void peerThatPlaysBothRolesReportsForBoth() throws Exception {
        ConnectionMeasurement both = new ConnectionMeasurement(
                300,
                new Losses(0, 1, 0, 0),
                1_000,
                500,
                new Recorder().latencies(),
                null,
                List.of(new Checksum(5, 1), new Checksum(5, 1)),
                new WorkTime(3, 50_000),
                null,
                null,
                null);
        PairReport report = report(List.of(peer(both)), Optional.empty());

        Measurement measured = report.measurement(STREAM, false, (cpu, other) -> Optional.of(Distance.SAME_CPU));

        assertThat(measured.losses()).isEqualTo(new Losses(0, 1, 0, 0));
        assertThat(measured.serverCost()).isEqualTo(Cost.NONE);
        assertThat(measured.serverConditions()).isEqualTo(MeasurementConditions.UNKNOWN);
        assertThat(measured.proximity().isKnown()).isFalse();
        assertThat(report.checksums()).hasSize(2);
        assertThat(measured.work()).isEqualTo(new WorkTime(3, 50_000));
    }

    @Test
    void callIsSplitIntoThePartsOfBothSides() throws Exception {
        ConnectionMeasurement client = split(new CallParts(10, 500, 3_000, 30_000, 2_000, 20));
        ConnectionMeasurement server = split(new CallParts(12, 520, 4_000, 500, 2_500, 25));

        Measurement.Split split = Objects.requireNonNull(
                measured(STREAM, List.of(peer(client)), peer(server)).split());

        assertThat(split.transportNanos()).isEqualTo(30_000 - 4_000 - 500 - 2_500);
        assertThat(split.codecNanos()).isEqualTo(3_000 + 4_000 + 2_500 + 2_000);
        assertThat(split.callNanos())
                .isEqualTo(split.transportNanos()
                        + split.codecNanos()
                        + split.server().betweenNanos());
        assertThat(split.bytes()).isEqualTo(1_020);
        assertThat(measured(STREAM, List.of(peer(client)), peer(connection(300, 0, 1)))
                        .split())
                .isNull();
    }

    @Test
    void callWithinOneProcessIsSplitAlike() throws Exception {
        CallParts ofClient = new CallParts(10, 500, 3_000, 30_000, 2_000, 20);
        CallParts ofServer = new CallParts(12, 520, 4_000, 500, 2_500, 25);
        PairReport report = report(List.of(peer(split(ofClient, ofServer))), Optional.empty());

        assertThat(report.measurement(STREAM, false, (cpu, other) -> Optional.of(Distance.SAME_CPU))
                        .split())
                .isEqualTo(new Measurement.Split(ofClient, ofServer));
    }

    private static ConnectionMeasurement split(CallParts parts) {
        return split(parts, null);
    }

    private static ConnectionMeasurement split(CallParts parts, @Nullable CallParts serverParts) {
        return new ConnectionMeasurement(
                300,
                Losses.NONE,
                0,
                1,
                new Recorder().latencies(),
                null,
                List.of(),
                null,
                null,
                null,
                null,
                null,
                parts,
                null,
                serverParts);
    }

    @Test
    void onlyClientWhoseMessagesWentElsewhereHasNoNumber() {
        assertThatExceptionOfType(IterationFailedException.class)
                .isThrownBy(() -> measured(STREAM, List.of(peer(connection(300, 0, 1))), peer(connection(299, 0, 1))))
                .withMessage("the client sent 300 messages, the server received 299");
    }

    @Test
    void nothingButLossesIsNoMeasurement() {
        ConnectionMeasurement lost =
                new ConnectionMeasurement(0, new Losses(300, 0, 0, 0), 0, 1, new Recorder().latencies());

        assertThatExceptionOfType(IterationFailedException.class)
                .isThrownBy(() -> measured(STREAM, List.of(peer(connection(300, 0, 1))), peer(lost)))
                .withMessage("all 300 messages were lost");
    }

    @Test
    void connectionThatNobodyServesIsAFailure() {
        assertThatExceptionOfType(IterationFailedException.class)
                .isThrownBy(() -> measured(
                        STREAM,
                        List.of(peer(connection(1, 0, 1)), peer(connection(1, 0, 1))),
                        peer(connection(1, 0, 1))))
                .withMessage("2 connections were driven, and 1 were served");
    }

    @Test
    void clientWhoseMessagesWentElsewhereIsNamed() {
        assertThatExceptionOfType(IterationFailedException.class)
                .isThrownBy(() -> measured(
                        STREAM,
                        List.of(peer(connection(100, 0, 1)), peer(connection(200, 0, 1))),
                        peer(connection(101, 0, 1), connection(199, 0, 1))))
                .withMessage("client 1 sent 100 messages, the server received 101");
    }

    private static Measurement measured(Workload workload, List<Finished> clients, Finished server)
            throws IterationFailedException {
        return report(clients, Optional.of(server))
                .measurement(workload, false, (cpu, other) -> Optional.of(Distance.SAME_CPU));
    }

    private static PairReport report(List<Finished> clients, Optional<Finished> server) {
        return new PairReport(clients, server, Optional.empty());
    }

    private static ConnectionMeasurement connection(long messages, long startNanos, long elapsedNanos) {
        return new ConnectionMeasurement(messages, Losses.NONE, startNanos, elapsedNanos, new Recorder().latencies());
    }

    private static ConnectionMeasurement paced(long messages, long notSent, long waitNanos) {
        OfferedLoad offer = new OfferedLoad(
                messages + notSent, notSent, SCHEDULE_NANOS, waitNanos, new OfferedLoad.Lateness(1, 2, 3, 4));
        return new ConnectionMeasurement(
                messages, Losses.NONE, 5, SCHEDULE_NANOS - 9, new Recorder().latencies(), offer);
    }

    @Test
    void costOfStartedServersIsTheServers() throws IterationFailedException {
        PeerMeasurement client = peer(connection(100, 0, 1)).measurement();
        Cost started = new Cost(31, 0);
        PeerMeasurement starting = new PeerMeasurement(
                client.connections(),
                client.cost(),
                client.sampling(),
                0,
                client.conditions(),
                null,
                null,
                null,
                null,
                started,
                null);

        assertThat(report(List.of(new Finished(starting)), Optional.empty())
                        .measurement(
                                new PingPong(new Extent.Count(100), SIZE_BYTES),
                                false,
                                (one, other) -> Optional.of(Distance.SAME_CPU))
                        .serverCost())
                .isEqualTo(started);
    }

    private static Finished peer(ConnectionMeasurement... connections) {
        return peer(0, connections);
    }

    private static Finished peer(long clockBoundNanos, ConnectionMeasurement... connections) {
        return new Finished(new PeerMeasurement(
                List.of(connections),
                new Cost(7, 0, 0, 0, 0, Cost.KernelCounts.UNKNOWN, COMPILED),
                Sampling.NONE,
                0,
                new MeasurementConditions(SEEN.warmUp(), SEEN.marks(), SEEN.machine(), clockBoundNanos)));
    }
}
