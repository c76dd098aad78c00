package org.ipcbench.workload.call;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.ipcbench.measure.clock.FakeClock;
import org.ipcbench.measure.sample.Losses;
import org.ipcbench.measure.sample.Recorder;
import org.ipcbench.transport.LossyMemoryChannel;
import org.ipcbench.transport.MemoryChannel.OtherSide;
import org.ipcbench.workload.ClientHalf;
import org.ipcbench.workload.Extent;
import org.ipcbench.workload.ServerHalf;
import org.ipcbench.workload.call.PingPong.LossyPingPongServer;
import org.ipcbench.workload.message.MessageLayout;
import org.ipcbench.workload.message.Payload;
import org.ipcbench.workload.shape.Work;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Both halves on one thread: the server takes its steps whenever the client waits for its answer. */
final class LossyPingPongTest {
    private static final int SIZE_BYTES = 128;
    private static final long SERVER_NANOS = 700;

    private final FakeClock clock = new FakeClock();
    private final Recorder asked = new Recorder();
    private final Recorder answered = new Recorder();
    private final List<byte[]> keptBack = new ArrayList<>();
    private LossyMemoryChannel clientEnd;
    private LossyMemoryChannel serverEnd;
    private ClientHalf client;
    private ServerHalf server;
    private int waits;

    @BeforeEach
    void connect() throws IOException {
        connect(SIZE_BYTES);
    }

    private void connect(int messageBytes) throws IOException {
        PingPong pingPong = new PingPong(new Extent.Count(1), messageBytes);
        LossyMemoryChannel.Ends ends = LossyMemoryChannel.connect(messageBytes, clock);
        clientEnd = ends.client();
        serverEnd = ends.server();
        client = pingPong.client(clientEnd, messageBytes, asked, clock);
        server = pingPong.server(serverEnd, messageBytes, answered, clock);
        client.sampleEvery(1);
        clientEnd.whenStarved(this::serve);
    }

    private void serve() throws IOException {
        while (!clientEnd.underway().isEmpty()) {
            clock.advance(SERVER_NANOS);
            server.step();
        }
    }

    /** Serves, and then does something else, the given time the client waits, the first being 0. */
    private void afterServing(int wait, OtherSide side) {
        clientEnd.whenStarved(() -> {
            serve();
            if (waits++ == wait) {
                side.step();
            }
        });
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 7, 8, 40, 64, 4096})
    void everyMessageIsAnsweredWhereNothingIsLost(int messageBytes) throws IOException {
        connect(messageBytes);

        client.batch(300);
        client.batch(5);

        assertThat(asked.messages()).isEqualTo(305);
        assertThat(answered.messages()).isEqualTo(305);
        assertThat(asked.losses()).isEqualTo(Losses.NONE);
        assertThat(asked.latencies().getTotalCount()).isEqualTo(305);
    }

    /** Among the sizes are those that the end of a batch would have otherwise, and sequence numbers of another width. */
    @ParameterizedTest
    @CsvSource({"1, 64", "64, 1", "8, 4096", "40, 41", "41, 40", "40, 48"})
    void answersMayHaveAnotherSize(int requestBytes, int answerBytes) throws IOException {
        connect(Math.max(requestBytes, answerBytes));
        client = new LossyPingPongClient(
                clientEnd, requestBytes, answerBytes, Payload.TOUCHED, Work.NONE.clientsWorker(clock), asked, clock);
        server = new LossyPingPongServer(
                serverEnd, requestBytes, answerBytes, Payload.TOUCHED, Work.NONE.worker(clock), answered);

        client.batch(300);
        client.batch(5);

        assertThat(asked.messages()).isEqualTo(305);
        assertThat(answered.messages()).isEqualTo(305);
        assertThat(asked.losses()).isEqualTo(Losses.NONE);
        assertThat(answered.losses()).isEqualTo(Losses.NONE);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 8, 128})
    void lostQuestionIsALostRoundTripAfterItsDeadline(int messageBytes) throws IOException {
        connect(messageBytes);
        clientEnd.whenStarved(() -> {
            if (waits++ == 3) {
                clientEnd.underway().clear();
            }
            serve();
        });

        client.batch(10);

        assertThat(asked.losses()).isEqualTo(new Losses(1, 0, 0, 0));
        assertThat(asked.messages()).isEqualTo(9);
        assertThat(asked.latencies().getTotalCount()).isEqualTo(9);
        assertThat(asked.latencies().getMaxValue()).isLessThan(LossyPingPongClient.DEADLINE_NANOS);
        assertThat(clock.passedNanos()).isGreaterThanOrEqualTo(LossyPingPongClient.DEADLINE_NANOS);
    }

    @Test
    void lostAnswerIsALostRoundTrip() throws IOException {
        afterServing(3, () -> serverEnd.underway().clear());

        client.batch(10);

        assertThat(asked.losses()).isEqualTo(new Losses(1, 0, 0, 0));
        assertThat(answered.messages()).isEqualTo(10);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 8, 128})
    void lateAnswerIsNotTakenForTheNextOne(int messageBytes) throws IOException {
        connect(messageBytes);
        clientEnd.whenStarved(() -> {
            serve();
            switch (waits++) {
                case 3 -> keptBack.add(serverEnd.underway().removeFirst());
                case 4 -> serverEnd.underway().addFirst(keptBack.get(0));
                default -> {}
            }
        });

        client.batch(10);

        assertThat(asked.losses()).isEqualTo(new Losses(1, 0, 1, 0));
        assertThat(asked.messages()).isEqualTo(9);
    }

    @Test
    void duplicatedAnswerCountsOnce() throws IOException {
        afterServing(3, () -> serverEnd.underway().addLast(serverEnd.underway().getFirst()));

        client.batch(10);

        assertThat(asked.losses()).isEqualTo(new Losses(0, 1, 0, 0));
        assertThat(asked.messages()).isEqualTo(10);
    }

    @Test
    void damagedAnswerIsIgnored() throws IOException {
        afterServing(3, () -> serverEnd.underway().getFirst()[MessageLayout.LINE_BYTES] ^= 0x10);

        client.batch(10);

        assertThat(asked.losses()).isEqualTo(new Losses(1, 0, 0, 1));
    }

    @Test
    void damagedQuestionIsNotAnswered() throws IOException {
        clientEnd.whenStarved(() -> {
            if (waits++ == 3) {
                clientEnd.underway().getFirst()[MessageLayout.LINE_BYTES] ^= 0x10;
            }
            serve();
        });

        client.batch(10);

        assertThat(asked.losses()).isEqualTo(new Losses(1, 0, 0, 0));
        assertThat(answered.losses()).isEqualTo(new Losses(0, 0, 0, 1));
        assertThat(answered.messages()).isEqualTo(9);
    }

    @Test
    void serverLearnsHowManyRoundTripsWereBegun() throws IOException {
        client.step();
        client.step();
        long[] returned = {0};
        clientEnd.whenStarved(() -> {
            if (waits++ == 0) {
                clientEnd.underway().clear(); // the third question
            } else {
                returned[0] = server.batch();
            }
        });

        client.finishBatch();

        assertThat(returned[0]).isEqualTo(3);
    }

    @Test
    void endOfTheBatchIsNotPartOfTheTime() throws IOException {
        clientEnd.whenStarved(() -> {
            if (waits++ == 10) {
                clientEnd.underway().removeLast(); // the end, which is said again a while later
            }
            serve();
        });

        client.batch(10);

        assertThat(asked.elapsedNanosOr(0)).isEqualTo(10 * SERVER_NANOS);
    }
}
