package org.ipcbench.launch;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.PrimitiveIterator;
import java.util.stream.LongStream;
import org.ipcbench.launch.process.IterationFailedException;
import org.ipcbench.measure.result.ConnectionMeasurement;
import org.ipcbench.measure.result.Cost;
import org.ipcbench.measure.result.MachineLoad;
import org.ipcbench.measure.result.MeasurementConditions;
import org.ipcbench.measure.result.MeasurementConditions.WarmUpEnd;
import org.ipcbench.measure.result.PeerMeasurement;
import org.ipcbench.measure.sample.Losses;
import org.ipcbench.measure.sample.Recorder;
import org.ipcbench.measure.sample.Sampling;
import org.ipcbench.workload.Extent;
import org.ipcbench.workload.Role;
import org.ipcbench.workload.Workload;
import org.ipcbench.workload.call.PingPong;
import org.ipcbench.workload.codec.Codecs;
import org.ipcbench.workload.message.MessageLayout;
import org.ipcbench.workload.message.Payload;
import org.ipcbench.workload.shape.Shape;
import org.ipcbench.workload.stream.MessageStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** A peer of another program that skips what the design demands is noticed. */
final class OtherReportTest {
    private static final Workload CALLS = new PingPong(new Extent.Count(100), 200);
    private static final long WARM_UP_NANOS = 1_000_000_000;
    private static final long WARM = 50;
    private static final long SUM = MessageLayout.sumOfTouched(200, WARM, 100);
    private static final long ARMED = 400_000_000;
    private static final long NOW = 900_000_000;

    @Test
    void reportOfAPeerThatHasDoneEverythingIsTaken() {
        assertThatCode(() -> require(Role.CLIENT, report(WARM, ARMED, 100, SUM), 0))
                .doesNotThrowAnyException();
        assertThatCode(() -> require(Role.SERVER, report(WARM, -5, 100, SUM), 0))
                .as("a server begins to wait at any time")
                .doesNotThrowAnyException();
    }

    @Test
    void skippedCheckOfThePayloadIsNoticed() {
        refuses(report(WARM, ARMED, 100, SUM - 1), 0, "it does not check every message");
        refuses(report(WARM, ARMED, 100, null), 0, "it does not check every message");
    }

    @Test
    void objectsOfACodecAreSummedByTheirIntegers() {
        Workload objects = new PingPong(new Extent.Count(100), Shape.of(200).coded("json"), Payload.TOUCHED);
        long sum = Codecs.sumOfIntegers("json", 200, WARM, 100);
        PeerMeasurement partner = report(WARM, 0, 1, sum);

        assertThatCode(() -> require(objects, Role.CLIENT, report(WARM, ARMED, 100, sum), partner, 0))
                .doesNotThrowAnyException();
        assertThatThrownBy(() -> require(objects, Role.CLIENT, report(WARM, ARMED, 100, SUM), partner, 0))
                .hasMessageContaining("it does not check every message");
    }

    @Test
    void skippedWarmUpIsNoticed() {
        refuses(report(1, ARMED, 100, SUM), 0, "it counts 1 messages of the warm-up, the other peer 50");
        refuses(report(WARM, ARMED, 100, SUM), 200_000_000, "its warm-up took 200 ms, and has to take 300 ms or more");
    }

    @Test
    void anotherClockIsNoticed() {
        refuses(report(WARM, ARMED - 1, 100, SUM), 0, "another clock");
        refuses(report(WARM, ARMED, NOW, SUM), 0, "another clock");
    }

    @Test
    void missingSamplesAreNoticed() {
        Sampling seldom = new Sampling(8, 30, 100);

        assertThatCode(() -> require(Role.CLIENT, sampled(seldom, 6), 0)).doesNotThrowAnyException();
        refuses(sampled(seldom, 5), 0, "of 100 messages, one of 8 sampled, there are 5 latencies, expected 6 or more");
        refuses(sampled(Sampling.NONE, 0), 0, "there are 0 latencies, expected 99 or more");
        refuses(sampled(new Sampling(1 << 20, 30, 0), 0), 0, "it samples one of 1048576 messages, which take 0 ns");
    }

    @Test
    void samplesOfMessagesInOneDirectionAreTheServers() {
        Workload stream = new MessageStream(new Extent.Count(100), 200, Payload.TOUCHED);
        PeerMeasurement empty = sampled(Sampling.NONE, 0);
        PeerMeasurement full = sampled(Sampling.NONE, 100);

        assertThatCode(() -> require(stream, Role.CLIENT, empty, full, 0)).doesNotThrowAnyException();
        assertThatThrownBy(() -> require(stream, Role.CLIENT, full, empty, 0)).hasMessageContaining("0 latencies");
        assertThatThrownBy(() -> require(stream, Role.SERVER, empty, full, 0)).hasMessageContaining("0 latencies");
    }

    /** Its times mean nothing to the launcher, but not how long its measured part took; and a server knows no latencies. */
    @Test
    void peerOnAnotherHostIsNotAskedForThisHostsTime() {
        Workload stream = new MessageStream(new Extent.Count(100), 200, Payload.TOUCHED);
        PeerMeasurement empty = sampled(Sampling.NONE, 0);

        assertThatCode(() -> require(
                        CALLS, Role.CLIENT, report(WARM, ARMED - 1, 100, SUM), report(WARM, 0, 1, SUM), 0, false))
                .doesNotThrowAnyException();
        assertThatThrownBy(() ->
                        require(CALLS, Role.CLIENT, report(WARM, ARMED, NOW, SUM), report(WARM, 0, 1, SUM), 0, false))
                .hasMessageContaining("another clock");
        assertThatCode(() -> require(stream, Role.SERVER, empty, empty, 0, false))
                .doesNotThrowAnyException();
    }

    private static void refuses(PeerMeasurement client, long connectedNanos, String words) {
        assertThatThrownBy(() -> require(Role.CLIENT, client, connectedNanos))
                .isInstanceOf(IterationFailedException.class)
                .hasMessageContaining("the client's report is refused")
                .hasMessageContaining(words);
    }

    private static void require(Role role, PeerMeasurement told, long connectedNanos) throws IterationFailedException {
        require(CALLS, role, told, report(WARM, 0, 1, SUM), connectedNanos);
    }

    private static void require(
            Workload workload, Role role, PeerMeasurement told, PeerMeasurement partner, long connectedNanos)
            throws IterationFailedException {
        require(workload, role, told, partner, connectedNanos, true);
    }

    private static void require(
            Workload workload,
            Role role,
            PeerMeasurement told,
            PeerMeasurement partner,
            long connectedNanos,
            boolean hasOneClock)
            throws IterationFailedException {
        PrimitiveIterator.OfLong readings =
                LongStream.of(0, connectedNanos, ARMED, NOW).iterator();
        Milestones milestones = new Milestones(readings::nextLong);
        milestones.connected();
        milestones.armed();
        new OtherReport(role, told, hasOneClock, hasOneClock).require(workload, WARM_UP_NANOS, partner, milestones);
    }

    private static PeerMeasurement report(long warmUpMessages, long startNanos, long elapsedNanos, @Nullable Long sum) {
        return report(warmUpMessages, startNanos, elapsedNanos, sum, Sampling.NONE, 100);
    }

    private static PeerMeasurement sampled(Sampling sampling, int samples) {
        return report(WARM, ARMED, 100, SUM, sampling, samples);
    }

    private static PeerMeasurement report(
            long warmUpMessages,
            long startNanos,
            long elapsedNanos,
            @Nullable Long sum,
            Sampling sampling,
            int samples) {
        Recorder recorder = new Recorder();
        for (int i = 0; i < samples; i++) {
            recorder.recordLatency(1);
        }
        return new PeerMeasurement(
                List.of(new ConnectionMeasurement(
                        100,
                        Losses.NONE,
                        startNanos,
                        elapsedNanos,
                        recorder.latencies(),
                        null,
                        List.of(),
                        null,
                        null,
                        null,
                        sum)),
                Cost.NONE,
                sampling,
                0,
                new MeasurementConditions(
                        new WarmUpEnd(1, warmUpMessages, true, true),
                        List.of(),
                        MachineLoad.UNKNOWN,
                        MeasurementConditions.NO_BOUND));
    }
}
