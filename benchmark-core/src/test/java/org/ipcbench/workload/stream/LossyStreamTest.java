package org.ipcbench.workload.stream;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.function.Consumer;
import org.ipcbench.measure.BatchTimer;
import org.ipcbench.measure.clock.FakeClock;
import org.ipcbench.measure.result.Mark;
import org.ipcbench.measure.sample.Losses;
import org.ipcbench.measure.sample.Recorder;
import org.ipcbench.transport.LossyMemoryChannel;
import org.ipcbench.workload.ClientHalf;
import org.ipcbench.workload.Extent;
import org.ipcbench.workload.ServerHalf;
import org.ipcbench.workload.WarmUp;
import org.ipcbench.workload.message.BatchEndClient;
import org.ipcbench.workload.message.MessageLayout;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Both halves on one thread: the server handles what has come through whenever the client waits for its answer. */
final class LossyStreamTest {
    private static final int SIZE_BYTES = 128;
    private static final long MESSAGE_NANOS = 100;

    private final FakeClock clock = new FakeClock();
    private final Recorder sent = new Recorder();
    private final Recorder received = new Recorder();
    private final List<Long> batches = new ArrayList<>();
    private LossyMemoryChannel clientEnd;
    private LossyMemoryChannel serverEnd;
    private ClientHalf client;
    private ServerHalf server;

    @BeforeEach
    void connect() throws IOException {
        connect(SIZE_BYTES);
    }

    private void connect(int messageBytes) throws IOException {
        MessageStream stream = new MessageStream(new Extent.Count(1), messageBytes);
        LossyMemoryChannel.Ends ends = LossyMemoryChannel.connect(messageBytes, clock);
        clientEnd = ends.client();
        serverEnd = ends.server();
        client = stream.client(clientEnd, messageBytes, sent, clock);
        server = stream.server(serverEnd, messageBytes, received, clock);
        clientEnd.whenStarved(this::serve);
    }

    /** The server handles all that is underway, each message a while after the one before. */
    private void serve() throws IOException {
        while (!clientEnd.underway().isEmpty()) {
            clock.advance(MESSAGE_NANOS);
            if (server.step()) {
                batches.add(received.messages());
            }
        }
    }

    /** The next time the client waits, this happens to what is underway before the server sees it. */
    private void onceTampered(Consumer<List<byte[]>> tampering) {
        clientEnd.whenStarved(() -> {
            clientEnd.whenStarved(this::serve);
            List<byte[]> underway = new ArrayList<>(clientEnd.underway());
            tampering.accept(underway);
            clientEnd.underway().clear();
            clientEnd.underway().addAll(underway);
            serve();
        });
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 7, 8, 16, 40, 48, 72, 4096})
    void countsAllWhereAllArrive(int messageBytes) throws IOException {
        connect(messageBytes);

        client.batch(300);
        client.batch(5);

        assertThat(batches).containsExactly(300L, 305L);
        assertThat(received.losses()).isEqualTo(Losses.NONE);
        assertThat(sent.messages()).isEqualTo(305);
    }

    @Test
    void countsEachKindOfLossApart() throws IOException {
        onceTampered(underway -> {
            underway.get(7)[MessageLayout.LINE_BYTES] ^= 0x10; // corrupt
            underway.add(9, underway.remove(6)); // behind the three after it
            underway.add(5, underway.get(3)); // twice
            underway.remove(2);
            underway.remove(0);
        });

        client.batch(10);

        assertThat(received.losses()).isEqualTo(new Losses(3, 1, 1, 1));
        assertThat(received.messages()).isEqualTo(7);
    }

    @ParameterizedTest
    @ValueSource(ints = {8, 15, 16, 40, 71})
    void sequenceNumbersShowLossesRepetitionsAndOrderInSmallMessagesToo(int messageBytes) throws IOException {
        connect(messageBytes);
        onceTampered(underway -> {
            underway.get(5)[5] ^= 0x40; // a number far beyond any
            underway.add(4, underway.remove(3));
            underway.add(3, underway.get(2));
            underway.remove(0);
        });

        client.batch(10);

        assertThat(received.losses()).isEqualTo(new Losses(2, 1, 1, 1));
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 7})
    void smallestMessagesAreOnlyCounted(int messageBytes) throws IOException {
        connect(messageBytes);
        onceTampered(underway -> underway.subList(3, 203).clear());
        client.batch(300);
        assertThat(received.losses()).isEqualTo(new Losses(200, 0, 0, 0));

        onceTampered(underway -> underway.add(9, underway.get(9)));
        client.batch(300);
        assertThat(received.losses()).isEqualTo(new Losses(0, 1, 0, 0));
    }

    @Test
    void batchEndsWithoutItsLastMessage() throws IOException {
        onceTampered(underway -> underway.subList(5, 10).clear());

        client.batch(10);

        assertThat(received.losses()).isEqualTo(new Losses(5, 0, 0, 0));
    }

    @Test
    void batchOfWhichNothingArrivedEnds() throws IOException {
        onceTampered(underway -> underway.subList(0, 10).clear());

        client.batch(10);

        assertThat(received.losses()).isEqualTo(new Losses(10, 0, 0, 0));
        assertThat(batches).containsExactly(0L);
    }

    @Test
    void messageOfUnknownSizeIsCorrupt() throws IOException {
        onceTampered(underway -> underway.set(3, new byte[SIZE_BYTES - 1]));

        client.batch(10);

        assertThat(received.losses()).isEqualTo(new Losses(1, 0, 0, 1));
    }

    @Test
    void impossibleSendTimeIsCorruptAndNotSampled() throws IOException {
        client.sampleEvery(1);
        onceTampered(underway -> underway.get(3)[2 * Long.BYTES - 1] ^= 0x40);

        client.batch(10);

        assertThat(received.losses()).isEqualTo(new Losses(1, 0, 0, 1));
        assertThat(received.latencies().getTotalCount()).isEqualTo(9);
    }

    @Test
    void sendTimeOfAnotherClockIsNotCorruptAndNotSampled() throws IOException {
        client.sampleEvery(1);
        server.onTwoClocks();
        onceTampered(underway -> underway.forEach(message -> message[2 * Long.BYTES - 1] ^= 0x40));

        client.batch(10);

        assertThat(received.losses()).isEqualTo(Losses.NONE);
        assertThat(received.latencies().getTotalCount()).isZero();
    }

    @Test
    void messageMayTakeLongerThanAnHour() throws IOException {
        client.sampleEvery(1);
        client.step();
        server.step();
        client.step();
        clock.advance(Duration.ofHours(3).toNanos());

        server.step();

        assertThat(received.messages()).isEqualTo(2);
        assertThat(received.latencies().getMaxValue()).isGreaterThanOrEqualTo(Recorder.MAX_LATENCY_NANOS);
    }

    @Test
    void theClockIsReadOnlyWhenTheMessageHasBeenChecked() throws IOException {
        client.step();
        clientEnd.underway().getFirst()[MessageLayout.LINE_BYTES] ^= 0x10;
        int looks = clock.looks();

        server.step();

        assertThat(clock.looks()).isEqualTo(looks);
    }

    @Test
    void repeatedMessagesAreNotSampled() throws IOException {
        client.sampleEvery(1);
        List<Long> told = new ArrayList<>();
        received.onRepeated(told::add);
        onceTampered(underway -> underway.add(3, underway.get(2)));

        client.batch(10);

        assertThat(received.latencies().getTotalCount()).isEqualTo(10);
        assertThat(told).containsExactly(1L);
    }

    @Test
    void clockStopsAtTheLastArrival() throws IOException {
        int[] ends = {3};
        clientEnd.whenStarved(() -> {
            if (ends[0]-- > 0) {
                clientEnd.underway().removeLast();
            }
            serve();
        });

        client.batch(10);

        assertThat(received.elapsedNanosOr(0)).isEqualTo(10 * MESSAGE_NANOS);
        assertThat(clock.passedNanos()).isGreaterThan(1_000_000);
    }

    @Test
    void lostBatchEndOrAnswerDoesNotHang() throws IOException {
        int[] waits = {0};
        clientEnd.whenStarved(() -> {
            int wait = waits[0]++;
            if (wait < 4) {
                clientEnd.underway().removeLast(); // the end
            }
            serve();
            if (wait < 8) {
                serverEnd.underway().clear(); // the answer
            }
        });

        client.batch(10);

        assertThat(waits[0]).isEqualTo(9);
        assertThat(batches).containsExactly(10L);
        assertThat(received.losses()).isEqualTo(Losses.NONE);
    }

    @Test
    void damagedBatchEndIsSentAgain() throws IOException {
        onceTampered(underway -> underway.get(10)[Long.BYTES] ^= 0x01);

        client.batch(10);

        assertThat(batches).containsExactly(10L);
    }

    @Test
    void repeatedBatchEndDoesNotEndTheNextBatch() throws IOException {
        Deque<byte[]> repeated = new ArrayDeque<>();
        onceTampered(underway -> repeated.add(underway.get(10)));
        client.batch(10);
        onceTampered(underway -> underway.add(4, repeated.element()));
        client.batch(10);

        assertThat(batches).containsExactly(10L, 20L);
        assertThat(received.losses()).isEqualTo(Losses.NONE);
    }

    @Test
    void messageOfTheBatchBeforeIsNotCountedAgain() throws IOException {
        Deque<byte[]> late = new ArrayDeque<>();
        onceTampered(underway -> late.add(underway.remove(9)));
        client.batch(10);
        assertThat(received.losses()).isEqualTo(new Losses(1, 0, 0, 0));

        onceTampered(underway -> underway.add(4, late.element()));
        client.batch(10);
        assertThat(received.losses()).isEqualTo(Losses.NONE);
    }

    @Test
    void clientGivesUpOnAServerThatNeverAnswers() {
        clientEnd.whenStarved(() -> clientEnd.underway().clear());

        assertThatIOException().isThrownBy(() -> client.batch(10)).withMessageContaining("10 messages for 10 s");
        assertThat(clock.passedNanos()).isGreaterThanOrEqualTo(BatchEndClient.GIVE_UP.toNanos());
    }

    @Test
    void serverAnswersUntilTheClientHasHeard() throws IOException {
        List<byte[]> asked = new ArrayList<>();
        onceTampered(asked::addAll);
        client.batch(10);
        byte[] heard = clientEnd.underway().removeLast();
        clientEnd.underway().add(asked.get(10));
        clientEnd.underway().add(heard);
        long before = clock.passedNanos();

        server.linger();

        assertThat(serverEnd.underway()).hasSize(1);
        assertThat(clock.passedNanos()).isEqualTo(before);
    }

    @Test
    void serverStopsAnsweringAfterAWhile() throws IOException {
        client.batch(10);
        clientEnd.underway().clear();
        long before = clock.passedNanos();

        server.linger();

        assertThat(clock.passedNanos()).isBetween(before + 1, before + 1_000_000_000);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 64})
    void warmUpEndsForBothHalvesDespiteLosses(int messageBytes) throws IOException {
        connect(messageBytes);
        long[] count = {0};
        List<Long> served = new ArrayList<>();
        clientEnd.whenStarved(() -> {
            clientEnd.underway().removeIf(message -> count[0]++ % 3 == 0);
            while (!clientEnd.underway().isEmpty()) {
                clock.advance(MESSAGE_NANOS);
                if (server.step()) {
                    served.add(received.losses().lost());
                }
            }
        });

        new WarmUp(clock, () -> 0, new BatchTimer(sent, clock, () -> 0, () -> Mark.UNKNOWN_CPU)).run(client, 1_000_000);

        assertThat(served).hasSizeGreaterThan(2).anyMatch(lost -> lost > 0);
    }

    @Test
    void batchCountsSentMessagesNotReceivedOnes() throws IOException {
        long[] returned = {0};
        clientEnd.whenStarved(() -> {
            clientEnd.whenStarved(this::serve);
            clientEnd.underway().removeFirst();
            returned[0] = server.batch();
        });

        client.batch(10);

        assertThat(returned[0]).isEqualTo(10);
    }
}
