package org.ipcbench.workload.load;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.time.Duration;
import org.HdrHistogram.Histogram;
import org.assertj.core.data.Percentage;
import org.ipcbench.measure.BatchTimer;
import org.ipcbench.measure.clock.NanoClock;
import org.ipcbench.measure.result.Mark;
import org.ipcbench.measure.sample.OfferedLoad;
import org.ipcbench.measure.sample.Recorder;
import org.ipcbench.transport.Channel;
import org.ipcbench.transport.MemoryChannel;
import org.ipcbench.workload.ClientHalf;
import org.ipcbench.workload.Extent;
import org.ipcbench.workload.PacedSender;
import org.ipcbench.workload.ServerHalf;
import org.ipcbench.workload.Workload;
import org.ipcbench.workload.call.PingPong;
import org.ipcbench.workload.message.Payload;
import org.ipcbench.workload.stream.MessageStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The halves of a load in virtual time, against what arithmetic and the theory of queues say. */
final class LoadTest {
    private static final int UNLIMITED = 1_000_000;
    private static final int PER_SECOND = 10_000;
    private static final double NANOS_PER_MILLI = 1e6;
    private static final long MILLIS_25 = Duration.ofMillis(25).toNanos();
    private static final ArrivalPattern CONSTANT = new ArrivalPattern.Constant();

    private final Recorder sent = new Recorder();
    private final Recorder received = new Recorder();
    private long oversleepNanos;
    private long elapsedNanos;

    /** M/D/1: the mean waiting time is load × service time ÷ 2 (1 − load). */
    @ParameterizedTest
    @ValueSource(doubles = {0.3, 0.6, 0.8})
    void poissonArrivalsAtAFixedServiceTimeWaitAsTheTheoryOfQueuesSays(double load) throws IOException {
        long serviceNanos = Math.round(load * 1e9 / PER_SECOND);

        run(new ServedChannel(serviceNanos, UNLIMITED), load(100, PER_SECOND, new ArrivalPattern.Poisson()));

        double waitNanos = received.latencies().getMean() - serviceNanos;
        assertThat(waitNanos).isCloseTo(load * serviceNanos / (2 * (1 - load)), Percentage.withPercentage(5));
    }

    @Test
    void evenArrivalsBelowCapacityNeverWait() throws IOException {
        run(new ServedChannel(90_000, UNLIMITED), load(1, PER_SECOND, CONSTANT));

        assertThat(received.latencies().getTotalCount()).isEqualTo(PER_SECOND);
        assertThat(received.latencies().getMaxValue()).isCloseTo(90_000L, within(100L));
    }

    @Test
    void messagesOfABurstWaitForEachOther() throws IOException {
        run(new ServedChannel(1_000, UNLIMITED), load(1, PER_SECOND, new ArrivalPattern.Burst(10)));

        assertThat(received.latencies().getMean()).isCloseTo(5_500, Percentage.withPercentage(1));
        assertThat(received.latencies().getMaxValue()).isCloseTo(10_000L, within(10L));
    }

    /** A tenth of the messages is due while nobody takes them; their latencies lie evenly between the stall's length and zero. */
    @Test
    void stoppedConsumerShowsInThePercentilesAsArithmeticSays() throws IOException {
        run(stalledServer(100), load(2, PER_SECOND, CONSTANT));

        Histogram latencies = received.latencies();
        assertThat(latencies.getTotalCount()).isEqualTo(2 * PER_SECOND);
        assertThat(latencies.getValueAtPercentile(99) / NANOS_PER_MILLI).isCloseTo(180, within(1.0));
        assertThat(latencies.getValueAtPercentile(99.9) / NANOS_PER_MILLI).isCloseTo(198, within(1.0));
        assertThat(latencies.getMaxValue() / NANOS_PER_MILLI).isCloseTo(200, within(1.0));
        assertThat(latencies.getCountBetweenValues(1_000_000, Long.MAX_VALUE)).isBetween(1_980L, 2_010L);
    }

    /** It does not matter where the messages wait that are late. */
    @Test
    void stoppedConsumerBehindAFullBufferShowsInTheSamePercentiles() throws IOException {
        run(new ServedChannel(100, 16).stalled(stallFrom(), stallNanos()), load(2, PER_SECOND, CONSTANT));

        assertThat(received.latencies().getValueAtPercentile(99) / NANOS_PER_MILLI)
                .isCloseTo(180, within(1.0));
        assertThat(received.latencies().getValueAtPercentile(99.9) / NANOS_PER_MILLI)
                .isCloseTo(198, within(1.0));
        assertThat(offer().notSent()).isZero();
        assertThat(offer().lateness().maximumNanos()).isLessThan(1_000);
    }

    /** A sender that spins has the one CPU of a pinned client for itself, and the library's thread would send much later. */
    @Test
    void waitingSenderLeavesItsCpuToAThreadThatSends() throws IOException {
        MemoryChannel.Ends ends = MemoryChannel.connect(ServedChannel.SIZE_BYTES);
        NanoClock clock = NanoClock.system();
        Load load = load(1, 50, CONSTANT);
        ServerHalf server = load.server(ends.server(), ServedChannel.SIZE_BYTES, received, clock);
        ends.client().whenStarved(server::batch);
        ends.client().sendInBackground();
        ClientHalf client = load.client(ends.client(), ServedChannel.SIZE_BYTES, sent, clock);

        var unusedCount = client.batchLasting(Duration.ofMillis(100).toNanos(), part(sent, clock), 1);

        assertThat(offer().waitCpuNanos() / NANOS_PER_MILLI)
                .as("ms of CPU for 80 ms of waiting")
                .isLessThan(30);
    }

    private static BatchTimer part(Recorder recorder, NanoClock clock) {
        return new BatchTimer(recorder, clock, () -> 0, () -> Mark.UNKNOWN_CPU);
    }

    @Test
    void closedLoopNoticesTheSameStallInOneSampleOnly() throws IOException {
        ServedChannel channel = stalledServer(90_000);
        Workload workload = new PingPong(new Extent.Count(2 * PER_SECOND), ServedChannel.SIZE_BYTES);
        ServerHalf server = workload.server(channel.server(), ServedChannel.SIZE_BYTES, received, channel.serverClock);
        ClientHalf client =
                workload.client(channel.client(server::step), ServedChannel.SIZE_BYTES, sent, channel.clientClock);
        client.sampleEvery(1);

        client.batch(2 * PER_SECOND);

        Histogram latencies = sent.latencies();
        assertThat(latencies.getCountBetweenValues(1_000_000, Long.MAX_VALUE)).isEqualTo(1);
        assertThat(latencies.getValueAtPercentile(99.9)).isCloseTo(90_000L, within(100L));
        assertThat(latencies.getMaxValue() / NANOS_PER_MILLI).isCloseTo(200, within(1.0));
    }

    /** Half of the messages wait for more than an hour, in the transport or before it. */
    @ParameterizedTest
    @ValueSource(ints = {UNLIMITED, 10})
    void serverOfHalfTheRateIsMeasuredForHours(int capacity) throws IOException {
        int seconds = (int) Duration.ofHours(3).toSeconds();

        run(new ServedChannel(Duration.ofSeconds(2).toNanos(), capacity), load(seconds, 1, CONSTANT));

        assertThat(received.messages()).isEqualTo(sent.messages()).isGreaterThan(seconds / 2);
        assertThat(received.latencies().getTotalCount()).isEqualTo(received.messages());
        assertThat(received.latencies().getMaxValue())
                .isCloseTo(Recorder.MAX_LATENCY_NANOS, Percentage.withPercentage(0.1));
        assertThat(offer().lateness().maximumNanos())
                .isLessThan(Duration.ofHours(1).toNanos());
    }

    /** As of a suspended machine. */
    @Test
    void senderThatSleepsForHoursIsLateByAnHour() throws IOException {
        oversleepNanos = Duration.ofHours(2).toNanos();

        run(new ServedChannel(1_000, UNLIMITED), load(1, 10, CONSTANT));

        assertThat((double) offer().lateness().maximumNanos())
                .isCloseTo((double) Recorder.MAX_LATENCY_NANOS, Percentage.withPercentage(0.1));
    }

    @Test
    void whatCannotBeSentInTimeCountsAsOfferedAndNotSent() throws IOException {
        run(new ServedChannel(100_000, 10), load(1, 2 * PER_SECOND, CONSTANT));

        assertThat(offer().messages()).isEqualTo(2 * PER_SECOND);
        assertThat(sent.messages()).isEqualTo(received.messages()).isBetween(12_490L, 12_520L);
        assertThat(offer().notSent()).isEqualTo(2 * PER_SECOND - sent.messages());
        assertThat(received.messages() / (elapsedNanos / 1e9)).isCloseTo(PER_SECOND, within(20.0));
    }

    /** Who sleeps too long is late, and so are the messages behind; what the sends have taken is not the sender's fault. */
    @Test
    void senderThatSleepsTooLongNotesIt() throws IOException {
        oversleepNanos = 30_000;

        run(new ServedChannel(1_000, UNLIMITED), load(1, PER_SECOND, CONSTANT));

        assertThat(offer().lateness().p50Nanos()).isCloseTo(30_000L, within(50L));
        assertThat(offer().lateness().maximumNanos()).isCloseTo(30_000L, within(50L));
        assertThat(received.latencies().getMinValue()).isCloseTo(31_000L, within(50L));
    }

    @Test
    void senderThatSleepsLongerThanAGapIsLateWithTheMessagesBehindToo() throws IOException {
        oversleepNanos = 250_000;

        run(new ServedChannel(1_000, UNLIMITED), load(1, PER_SECOND, CONSTANT));

        assertThat(offer().lateness().p50Nanos()).isCloseTo(150_000L, within(200L));
        assertThat(offer().lateness().maximumNanos()).isCloseTo(250_000L, within(300L));
        assertThat(offer().notSent()).isZero();
    }

    @Test
    void rateOfSeveralSendersIsSharedAndTheirTimesAlternate() throws IOException {
        Load whole = load(1, PER_SECOND, CONSTANT);

        run(new ServedChannel(1_000, UNLIMITED), whole.share(1, 4));

        assertThat(offer().messages()).isEqualTo(PER_SECOND / 4);
        assertThat(whole.share(0, 2).dueTimes().scheduleOf(200).next()).isEqualTo(50);
        assertThat(whole.share(1, 2).dueTimes().scheduleOf(200).next()).isEqualTo(150);
    }

    @Test
    void warmUpGoesAsFastAsItCan() throws IOException {
        ServedChannel channel = new ServedChannel(1_000, 10);
        ClientHalf client = client(channel, load(1, PER_SECOND, CONSTANT));

        client.batch(5_000, part(channel), 0);

        assertThat(received.messages()).isEqualTo(5_000);
        assertThat(channel.clientClock.passedNanos()).isBetween(5_000_000L, 5_500_000L);
        assertThat(sent.offer()).isEmpty();
    }

    @Test
    void rehearsalKeepsToTheSchedule() throws IOException {
        ServedChannel channel = new ServedChannel(1_000, UNLIMITED);
        ClientHalf client = client(channel, load(1, PER_SECOND, CONSTANT));

        long messages = client.rehearse(MILLIS_25, part(channel), 1_000);

        assertThat(messages).isEqualTo(250).isEqualTo(received.messages());
        assertThat(channel.clientClock.passedNanos()).isBetween(MILLIS_25 - 100_000, MILLIS_25 + 100_000);
        assertThat(sent.offer()).isEmpty();
    }

    @Test
    void rehearsalOfARateThatIsOutOfReachTakesNoLonger() throws IOException {
        ServedChannel channel = new ServedChannel(500_000, 10);
        ClientHalf client = client(channel, load(1, PER_SECOND, CONSTANT));

        assertThat(client.rehearse(MILLIS_25, part(channel), 500_000)).isEqualTo(50);
        assertThat(channel.clientClock.passedNanos()).isBetween(MILLIS_25, MILLIS_25 + 1_000_000);
    }

    @ParameterizedTest
    @CsvSource({"30, 2", "10, 0"})
    void rehearsalNeverConsistsOfTheOneMessageThatEndsAWarmUp(double perSecond, long messages) throws IOException {
        ServedChannel channel = new ServedChannel(1_000, UNLIMITED);

        assertThat(client(channel, load(1, perSecond, CONSTANT)).rehearse(MILLIS_25, part(channel), 1_000))
                .isEqualTo(messages);
    }

    @Test
    void burstsThatComeSeldomAreNotRehearsed() throws IOException {
        ServedChannel channel = new ServedChannel(1_000, UNLIMITED);

        assertThat(client(channel, load(1, 1_000, new ArrivalPattern.Burst(5_000)))
                        .rehearse(MILLIS_25, part(channel), 1_000))
                .isZero();
    }

    private static ServedChannel stalledServer(long serviceNanos) {
        return new ServedChannel(serviceNanos, UNLIMITED).stalled(stallFrom(), stallNanos());
    }

    private static long stallFrom() {
        return Duration.ofMillis(700).toNanos();
    }

    private static long stallNanos() {
        return Duration.ofMillis(200).toNanos();
    }

    private static Load load(int seconds, double perSecond, ArrivalPattern arrivals) {
        return new Load(
                new Extent.Period(Duration.ofSeconds(seconds).toNanos()),
                ServedChannel.SIZE_BYTES,
                Payload.TOUCHED,
                perSecond,
                arrivals,
                Pacing.SLEEP);
    }

    private void run(ServedChannel channel, Load load) throws IOException {
        ClientHalf client = client(channel, load);
        client.sampleEvery(1);
        BatchTimer part = part(channel);

        long messages = load.extent().run(client, part, 0);

        assertThat(messages).isEqualTo(sent.messages());
        elapsedNanos = part.elapsedNanos();
    }

    private ClientHalf client(ServedChannel channel, Load load) throws IOException {
        ServerHalf server = load.server(channel.server(), ServedChannel.SIZE_BYTES, received, channel.serverClock);
        Channel end = channel.client(server::step);
        PacedSender stream = new MessageStream(load.extent(), ServedChannel.SIZE_BYTES, load.payload())
                .sender(end, sent, channel.clientClock);
        Pacer pacer = new Pacer.Sleeping(
                channel.clientClock, () -> 0, nanos -> channel.clientClock.advance(nanos + oversleepNanos));
        return new LoadClient(stream, load.dueTimes(), pacer, sent, channel.clientClock);
    }

    private BatchTimer part(ServedChannel channel) {
        return new BatchTimer(sent, channel.clientClock, () -> 0, () -> Mark.UNKNOWN_CPU);
    }

    private OfferedLoad offer() {
        return sent.offer().orElseThrow();
    }
}
