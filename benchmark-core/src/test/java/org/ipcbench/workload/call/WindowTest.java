package org.ipcbench.workload.call;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIOException;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.ipcbench.measure.clock.FakeClock;
import org.ipcbench.measure.sample.Recorder;
import org.ipcbench.measure.sample.UnderWay;
import org.ipcbench.transport.MemoryChannel;
import org.ipcbench.transport.Room;
import org.ipcbench.workload.ClientHalf;
import org.ipcbench.workload.Extent;
import org.ipcbench.workload.ServerHalf;
import org.ipcbench.workload.Workload;
import org.ipcbench.workload.message.CorruptMessageException;
import org.ipcbench.workload.message.Payload;
import org.ipcbench.workload.shape.Shape;
import org.ipcbench.workload.shape.SizeMix;
import org.ipcbench.workload.shape.SizeMix.Weighted.Part;
import org.ipcbench.workload.stream.MessageStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Several requests in flight; the server answers one of them whenever the client waits. */
final class WindowTest {
    private static final int REQUEST_BYTES = 64;
    private static final int ANSWER_BYTES = 200;
    private static final long ANSWER_NANOS = 700;

    private final FakeClock clock = new FakeClock();
    private final Recorder asked = new Recorder();
    private final Recorder answered = new Recorder();

    /** Number of requests that no answer has come to, at each time that the client waits. */
    private final List<Integer> underWay = new ArrayList<>();

    private MemoryChannel clientEnd;
    private MemoryChannel serverEnd;
    private ClientHalf client;
    private ServerHalf server;

    @BeforeEach
    void connect() throws IOException {
        connect(calls(4));
    }

    private static Workload calls(int inFlight) {
        return new PingPong(
                new Extent.Count(1),
                Shape.of(REQUEST_BYTES).answeredBy(ANSWER_BYTES).inFlight(inFlight),
                Payload.TOUCHED);
    }

    private void connect(Workload calls) throws IOException {
        MemoryChannel.Ends ends = MemoryChannel.connect(ANSWER_BYTES);
        clientEnd = ends.client();
        serverEnd = ends.server();
        client = calls.client(clientEnd, ANSWER_BYTES, asked, clock);
        server = calls.server(serverEnd, ANSWER_BYTES, answered, clock);
        underWay.clear();
        clientEnd.whenStarved(() -> {
            underWay.add(clientEnd.underway().size());
            clock.advance(ANSWER_NANOS);
            server.step();
        });
    }

    @ParameterizedTest
    @CsvSource({"2, 1", "2, 2", "3, 300", "4, 4", "4, 5", "7, 6", "64, 1000", "100, 99"})
    void windowIsFullUntilTheEndOfABatch(int inFlight, int messages) throws IOException {
        connect(calls(inFlight));

        client.batch(messages);

        List<Integer> expected = new ArrayList<>();
        for (int answer = 0; answer < messages; answer++) {
            expected.add(Math.min(inFlight, messages - answer));
        }
        assertThat(underWay).isEqualTo(expected);
        assertThat(asked.messages()).isEqualTo(messages);
        assertThat(answered.messages()).isEqualTo(messages);
        assertThat(serverEnd.underway()).isEmpty();
    }

    @Test
    void batchesFollowEachOther() throws IOException {
        for (long messages : new long[] {1, 7, 1, 64}) {
            client.batch(messages);
        }

        assertThat(asked.messages()).isEqualTo(73);
        assertThat(clientEnd.underway()).isEmpty();
    }

    @Test
    void requestsAndAnswersHaveTheSizesOfAMix() throws IOException {
        SizeMix mix = new SizeMix.Weighted("mix:sizes", List.of(new Part(8, 1), new Part(65, 3), new Part(200, 1)));
        connect(new PingPong(
                new Extent.Count(1), Shape.of(mix).answeredBy(ANSWER_BYTES).inFlight(4), Payload.TOUCHED));
        client.sampleEvery(1);

        client.batch(2_000);
        client.batch(3);

        assertThat(asked.messages()).isEqualTo(answered.messages()).isEqualTo(2_003);
        assertThat(underWay).contains(4);
        assertThat(asked.sizeClasses()).containsExactly(8, 65, 200);
        assertThat(asked.latenciesBySize())
                .allSatisfy(latencies -> assertThat(latencies.getTotalCount()).isBetween(350L, 1_250L));
    }

    /** In a full window, an answer comes after those to the requests before it. */
    @Test
    void latencyBeginsWithTheRequestsOwnSending() throws IOException {
        client.sampleEvery(1);

        client.batch(100);

        assertThat(asked.latencies().getTotalCount()).isEqualTo(100);
        assertThat(asked.latencies().getMinValue()).isEqualTo(ANSWER_NANOS);
        assertThat(asked.latencies().getCountAtValue(4 * ANSWER_NANOS)).isEqualTo(97);
        assertThat(clock.looks()).isEqualTo(200);
    }

    /** Little's law: as many are in flight as come in the time that one takes. */
    @Test
    void requestsInFlightAreTheRateTimesTheLatency() throws IOException {
        client.sampleEvery(1);
        long before = clock.passedNanos();

        client.batch(10_000);

        double rate = 10_000.0 / (clock.passedNanos() - before);
        assertThat(rate * asked.latencies().getMean()).isBetween(3.99, 4.01);
    }

    @Test
    void streamsBothWaysAreNotTimed() throws IOException {
        connect(new MessageStream(new Extent.Count(1), REQUEST_BYTES, Payload.TOUCHED, 4));
        client.sampleEvery(1);

        client.batch(100);

        assertThat(client.takesSamples()).isFalse();
        assertThat(asked.latencies().getTotalCount()).isZero();
        assertThat(clock.looks()).isZero();
        assertThat(underWay).contains(4).doesNotContain(5);
        assertThat(asked.messages()).as("each way").isEqualTo(100);
        assertThat(answered.messages()).isEqualTo(100);
    }

    @Test
    void samplesAreTakenAtRandomGaps() throws IOException {
        client.sampleEvery(16);

        client.batch(16_000);

        assertThat(asked.latencies().getTotalCount()).isBetween(800L, 1_200L);
    }

    @Test
    void answerThatDisagreesOnTheEndOfTheBatchFails() throws IOException {
        clientEnd.whenStarved(() -> {
            server.step();
            byte[] answer = serverEnd.underway().getFirst();
            for (int line = 0; line <= answer.length - Long.BYTES; line += 64) {
                answer[line] ^= 1;
            }
        });

        assertThatExceptionOfType(CorruptMessageException.class)
                .isThrownBy(() -> client.batch(8))
                .withMessageContaining(
                        "the answer to message 0 is corrupt: it disagrees on whether it is the last one");
    }

    @Test
    void callsThatFitAreToldWithTheirNumber() throws IOException {
        connect(calls(4));

        client.batch(100);

        assertThat(asked.underWay()).contains(new UnderWay(4));
    }

    @Test
    void batchShorterThanTheWindowDoesNotFillIt() throws IOException {
        connect(calls(64));

        client.batch(10);

        assertThat(asked.underWay()).contains(new UnderWay(10));
    }

    /** Streams both ways have as many messages under way as fit, and at most what was asked for. */
    @ParameterizedTest
    @CsvSource({"5, 5", "64, 64", "1000, 64"})
    void streamsBothWaysFillWhatTheConnectionHolds(int room, long underWayAtOnce) throws IOException {
        MemoryChannel.Ends ends = connectWithRoom(room);
        Workload stream = new MessageStream(new Extent.Count(1), REQUEST_BYTES, Payload.TOUCHED, 64);
        client = stream.client(ends.client(), REQUEST_BYTES, asked, clock);
        server = stream.server(ends.server(), REQUEST_BYTES, answered, clock);
        ends.client().whenStarved(server::step);

        client.batch(500);

        assertThat(asked.underWay()).contains(new UnderWay(underWayAtOnce));
    }

    @Test
    void connectionForOneThreadThatDoesNotHoldTheCallsIsRefused() throws IOException {
        MemoryChannel.Ends ends = connectWithRoom(3);

        assertThatIOException()
                .isThrownBy(() -> calls(4).client(ends.client(), ANSWER_BYTES, asked, clock))
                .withMessageContaining("certainly holds 3 calls of 200 bytes at once: with 4 under way")
                .withMessageEndingWith("use --in-flight 3 or less");
    }

    private static MemoryChannel.Ends connectWithRoom(int calls) {
        MemoryChannel.Ends ends = MemoryChannel.connect(ANSWER_BYTES);
        ends.client().holding(Room.there(calls));
        return ends;
    }
}
