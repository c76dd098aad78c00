package org.ipcbench.workload.call;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.io.IOException;
import java.util.Arrays;
import org.ipcbench.measure.clock.FakeClock;
import org.ipcbench.measure.sample.Recorder;
import org.ipcbench.measure.sample.WorkTime;
import org.ipcbench.transport.MemoryChannel;
import org.ipcbench.workload.ClientHalf;
import org.ipcbench.workload.Extent;
import org.ipcbench.workload.Question;
import org.ipcbench.workload.ServerHalf;
import org.ipcbench.workload.call.CallClient.PingPongClient;
import org.ipcbench.workload.call.PingPong.PingPongServer;
import org.ipcbench.workload.message.CorruptMessageException;
import org.ipcbench.workload.message.MisplacedMessageException;
import org.ipcbench.workload.message.Payload;
import org.ipcbench.workload.shape.Shape;
import org.ipcbench.workload.shape.Work;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Both halves on one thread: the server takes a step whenever the client waits for its answer. */
final class PingPongTest {
    private static final int SIZE_BYTES = 128;
    private static final int SERVER_NANOS = 700;
    /** So large that a walk of a few thousand is timed, also where reading the CPU clock is a system call of microseconds. */
    private static final int WALK_BYTES = 64 << 10;

    private final FakeClock clock = new FakeClock();
    private final Recorder asked = new Recorder();
    private final Recorder answered = new Recorder();
    private MemoryChannel clientEnd;
    private MemoryChannel serverEnd;
    private ClientHalf client;
    private ServerHalf server;

    @BeforeEach
    void connect() throws IOException {
        connect(SIZE_BYTES);
    }

    private void connect(int messageBytes) throws IOException {
        PingPong pingPong = new PingPong(new Extent.Count(1), messageBytes);
        MemoryChannel.Ends ends = MemoryChannel.connect(messageBytes);
        clientEnd = ends.client();
        serverEnd = ends.server();
        client = pingPong.client(clientEnd, messageBytes, asked, clock);
        server = pingPong.server(serverEnd, messageBytes, answered, clock);
        clientEnd.whenStarved(() -> {
            clock.advance(SERVER_NANOS);
            server.step();
        });
    }

    @ParameterizedTest
    @CsvSource({"1, 1", "1, 300", "7, 129", "8, 5", "64, 5", "4096, 5"})
    void everyMessageIsAnsweredBeforeTheNext(int messageBytes, long messages) throws IOException {
        connect(messageBytes);

        client.batch(messages);

        assertThat(asked.messages()).isEqualTo(messages);
        assertThat(answered.messages()).isEqualTo(messages);
        assertThat(clientEnd.underway()).isEmpty();
        assertThat(serverEnd.underway()).isEmpty();
    }

    @Test
    void serverRecognisesTheLastMessageAndStartsANewBatch() throws IOException {
        for (boolean last : new boolean[] {false, false, true, false, true}) {
            clientEnd.whenStarved(() -> assertThat(server.step()).isEqualTo(last));
            if (last) {
                client.finishBatch();
            } else {
                client.step();
            }
        }
        assertThat(answered.messages()).isEqualTo(5);
    }

    @Test
    void walksOfBothSidesAreRecorded() throws IOException {
        PingPong walking = new PingPong(
                new Extent.Count(1), Shape.of(SIZE_BYTES).worked(Work.touching(WALK_BYTES)), Payload.TOUCHED);
        client = walking.client(clientEnd, SIZE_BYTES, asked, clock);
        server = walking.server(serverEnd, SIZE_BYTES, answered, clock);

        client.batch(10_000);

        assertThat(asked.work()).isPresent();
        assertThat(answered.work()).isPresent();
        assertThat(new WorkTime(10, 100).meanWith(new WorkTime(30, 300))).isEqualTo(new WorkTime(40, 200));
    }

    @Test
    void answerIsWrittenAnewAndHasTheSameSize() throws IOException {
        clientEnd.whenStarved(() -> {
            server.step();
            assertThat(serverEnd.underway().getFirst()).hasSize(SIZE_BYTES);
        });

        client.step();
    }

    /** Sequence numbers of another width, and another number of lines. */
    @ParameterizedTest
    @CsvSource({"1, 64", "64, 1", "8, 4096", "4096, 8", "64, 65"})
    void answersMayHaveAnotherSize(int requestBytes, int answerBytes) throws IOException {
        for (Payload payload : Payload.values()) {
            MemoryChannel.Ends ends = MemoryChannel.connect(Math.max(requestBytes, answerBytes));
            ClientHalf asking = new PingPongClient(
                    ends.client(), requestBytes, answerBytes, payload, Work.NONE.clientsWorker(clock), asked, clock);
            ServerHalf answering = new PingPongServer(
                    ends.server(), requestBytes, answerBytes, payload, Work.NONE.worker(clock), answered);
            ends.client().whenStarved(() -> {
                assertThat(ends.client().underway().getFirst()).hasSize(requestBytes);
                answering.step();
                assertThat(ends.server().underway().getFirst()).hasSize(answerBytes);
            });

            asking.batch(300);
        }
        assertThat(answered.messages()).isEqualTo(300L * Payload.values().length);
    }

    @Test
    void serverWorksBeforeItAnswers() throws IOException {
        Work work = new Work(Work.Kind.SLEEP, 2_000_000);
        FakeClock moving = new FakeClock(500_000);
        PingPong calls = new PingPong(new Extent.Count(1), Shape.of(SIZE_BYTES).worked(work), Payload.TOUCHED);
        MemoryChannel.Ends ends = MemoryChannel.connect(SIZE_BYTES);
        client = calls.client(ends.client(), SIZE_BYTES, asked, clock);
        server = calls.server(ends.server(), SIZE_BYTES, answered, moving);
        ends.client().whenStarved(() -> {
            long before = moving.passedNanos();
            server.step();
            assertThat(moving.passedNanos() - before).isGreaterThanOrEqualTo(work.nanos());
        });

        client.batch(3);

        assertThat(answered.work()).hasValueSatisfying(time -> {
            assertThat(time.samples()).isEqualTo(3);
            assertThat(time.nanos()).isEqualTo(2_000_000);
        });
        assertThat(asked.work()).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({"1, 64, 64, 64", "2, 6400, 3100, 3300", "16, 64000, 3700, 4300"})
    void sampledRoundTripsAreTimedByTheClient(long interval, long messages, long fewest, long most) throws IOException {
        client.sampleEvery(interval);

        client.batch(messages);

        long samples = asked.latencies().getTotalCount();
        assertThat(samples).isBetween(fewest, most);
        assertThat(asked.latencies().getMinValue()).isGreaterThanOrEqualTo(SERVER_NANOS);
        assertThat(clock.looks()).isEqualTo((int) (2 * samples));
        assertThat(answered.latencies().getTotalCount()).isZero();
    }

    @Test
    void smallestMessagesAreTimedToo() throws IOException {
        connect(1);
        client.sampleEvery(1);

        client.batch(3);

        assertThat(client.takesSamples()).isTrue();
        assertThat(asked.latencies().getTotalCount()).isEqualTo(3);
        assertThat(new PingPong(new Extent.Count(1), 64).question()).isEqualTo(Question.LATENCY);
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 64})
    void answerToAnotherQuestionFailsAndIsNotSampled(int damagedByte) throws IOException {
        client.sampleEvery(1);
        client.step();
        clientEnd.whenStarved(() -> {
            server.step();
            serverEnd.underway().getFirst()[damagedByte] ^= 0x04;
        });

        assertThatExceptionOfType(CorruptMessageException.class).isThrownBy(() -> client.step());
        assertThat(asked.messages()).isOne();
        assertThat(asked.latencies().getTotalCount()).isOne();
    }

    @Test
    void echoOfAnotherQuestionFails() throws IOException {
        byte[][] first = new byte[1][];
        clientEnd.whenStarved(() -> {
            server.step();
            first[0] = Arrays.copyOf(serverEnd.underway().getFirst(), SIZE_BYTES);
        });
        client.step();
        clientEnd.whenStarved(() -> {
            server.step();
            serverEnd.underway().clear();
            serverEnd.underway().add(first[0]);
        });

        assertThatExceptionOfType(MisplacedMessageException.class)
                .isThrownBy(() -> client.step())
                .withMessage("message 0 is duplicated: it arrived again, in place of message 1");
    }

    @Test
    void answerThatDisagreesOnTheEndOfTheBatchFails() throws IOException {
        client.sampleEvery(1);
        connect(1);
        clientEnd.whenStarved(() -> {
            server.step();
            serverEnd.underway().getFirst()[0] ^= 0x01;
        });

        assertThatExceptionOfType(CorruptMessageException.class)
                .isThrownBy(() -> client.step())
                .withMessageContaining("last");
    }
}
