package org.ipcbench.launch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.ipcbench.control.ControlMessage.Finished;
import org.ipcbench.measure.Circumstances;
import org.ipcbench.measure.ClientFigures;
import org.ipcbench.measure.Cost;
import org.ipcbench.measure.Cost.JvmWork;
import org.ipcbench.measure.Losses;
import org.ipcbench.measure.Measurement;
import org.ipcbench.measure.OfferedLoad;
import org.ipcbench.measure.PeerMeasurement;
import org.ipcbench.measure.Proximity.Distance;
import org.ipcbench.measure.Recorder;
import org.ipcbench.measure.Sampling;
import org.ipcbench.measure.StrandMeasurement;
import org.ipcbench.workload.ArrivalPattern;
import org.ipcbench.workload.Extent;
import org.ipcbench.workload.Pacing;
import org.ipcbench.workload.Payload;
import org.ipcbench.workload.Workload;
import org.junit.jupiter.api.Test;

final class SharedServerReportTest {
    private static final int SIZE_BYTES = 64;
    private static final Workload STREAM = new Workload.Stream(new Extent.Count(300), SIZE_BYTES);
    private static final JvmWork COMPILED = new JvmWork(1, 2, 3);
    private static final long SCHEDULE_NANOS = 1_000_000_000;
    private static final Workload LOAD = new Workload.Load(
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
                List.of(peer(strand(100, 1_000, 500)), peer(strand(200, 1_100, 900))),
                peer(strand(100, 0, 1), strand(200, 0, 1)));

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
                new Workload.PingPong(new Extent.Count(300), SIZE_BYTES),
                List.of(peer(strand(100, 1_000, 500), strand(200, 1_100, 900))),
                peer(strand(100, 0, 1), strand(200, 0, 1)));

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
                peer(strand(200, 0, 1), strand(200, 0, 1)));

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
                                List.of(peer(strand(1, 0, 1)), peer(strand(2, 0, 1))),
                                peer(strand(1, 0, 1), strand(2, 0, 1)))
                        .offer())
                .isNull();
    }

    @Test
    void clientWhoseMessagesWentElsewhereIsNamed() {
        assertThatExceptionOfType(IterationFailedException.class)
                .isThrownBy(() -> measured(
                        STREAM,
                        List.of(peer(strand(100, 0, 1)), peer(strand(200, 0, 1))),
                        peer(strand(101, 0, 1), strand(199, 0, 1))))
                .withMessage("client 1 sent 100 messages, the server received 101");
    }

    private static Measurement measured(Workload workload, List<Finished> clients, Finished server)
            throws IterationFailedException {
        return new PairReport(clients, Optional.of(server), Optional.empty())
                .measurement(workload, SIZE_BYTES, false, (cpu, other) -> Distance.SAME_CPU);
    }

    private static StrandMeasurement strand(long messages, long startNanos, long elapsedNanos) {
        return new StrandMeasurement(messages, Losses.NONE, startNanos, elapsedNanos, new Recorder().latencies());
    }

    private static StrandMeasurement paced(long messages, long notSent, long waitNanos) {
        OfferedLoad offer = new OfferedLoad(
                messages + notSent, notSent, SCHEDULE_NANOS, waitNanos, new OfferedLoad.Lateness(1, 2, 3, 4));
        return new StrandMeasurement(messages, Losses.NONE, 5, SCHEDULE_NANOS - 9, new Recorder().latencies(), offer);
    }

    private static Finished peer(StrandMeasurement... strands) {
        return new Finished(
                new PeerMeasurement(
                        Stream.of(strands)
                                .mapToLong(StrandMeasurement::messages)
                                .sum(),
                        Losses.NONE,
                        1,
                        new Cost(7, 0, 0, 0, 0, Cost.KernelCounts.UNKNOWN, COMPILED),
                        new Recorder().latencies(),
                        Sampling.NONE,
                        new PeerMeasurement.Phases(0, 0),
                        Circumstances.UNKNOWN,
                        List.of()),
                0,
                List.of(strands));
    }
}
