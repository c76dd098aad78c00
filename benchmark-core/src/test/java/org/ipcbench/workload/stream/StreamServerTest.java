package org.ipcbench.workload.stream;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIOException;

import java.io.IOException;
import java.time.Duration;
import java.util.Arrays;
import java.util.Deque;
import org.ipcbench.measure.sample.Recorder;
import org.ipcbench.workload.message.Acknowledgement;
import org.ipcbench.workload.message.CorruptMessageException;
import org.ipcbench.workload.message.MessageLayout;
import org.ipcbench.workload.message.MisplacedMessageException;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class StreamServerTest {
    private final ConnectedStream stream = new ConnectedStream();
    private final Deque<byte[]> underway = stream.clientEnd.underway();

    @BeforeEach
    void sampleEveryMessage() {
        stream.client.sampleEvery(1);
    }

    @Test
    void batchReturnsHowManyThereWere() throws IOException {
        stream.clientEnd.whenStarved(() -> assertThat(stream.server.batch()).isEqualTo(7));

        stream.client.batch(7);

        assertThat(stream.received.messages()).isEqualTo(7);
    }

    @Test
    void acknowledgesTheLastMessageOnly() throws IOException {
        stream.client.step();

        assertThat(stream.server.step()).isFalse();
        assertThat(stream.serverEnd.underway()).isEmpty();

        stream.clientEnd.whenStarved(() -> {
            assertThat(stream.server.step()).isTrue();
            assertThat(stream.serverEnd.underway())
                    .singleElement()
                    .satisfies(ack -> assertThat(ack).hasSize(Acknowledgement.BYTES));
        });
        stream.client.finishBatch();
    }

    @Test
    void latencyRunsFromSendTimeUntilTheMessageIsChecked() throws IOException {
        stream.client.step();
        stream.serverClock.advance(700);
        stream.server.step();
        stream.client.step();
        stream.serverClock.advance(200);
        stream.server.step();

        assertThat(stream.received.latencies().getTotalCount()).isEqualTo(2);
        assertThat(stream.received.latencies().getMinValue()).isEqualTo(700);
        assertThat(stream.received.latencies().getMaxValue()).isEqualTo(900);
        assertThat(stream.sent.latencies().getTotalCount()).isZero();
    }

    @Test
    void unsampledMessagesCauseNoClockReading() throws IOException {
        stream.client.sampleEvery(4);
        int before = stream.serverClock.looks();
        for (int message = 0; message < 80; message++) {
            stream.client.step();
            stream.server.step();
        }

        int looks = stream.serverClock.looks() - before;
        assertThat(looks).isEqualTo(stream.clientClock.looks()).isBetween(10, 40);
        assertThat(stream.received.latencies().getTotalCount()).isEqualTo(looks);
    }

    @Test
    void messagesTooSmallForASendTimeGiveNoLatency() throws IOException {
        ConnectedStream small = new ConnectedStream(15);
        small.client.sampleEvery(1);
        for (int message = 0; message < 3; message++) {
            small.client.step();
            small.server.step();
        }

        assertThat(small.received.messages()).isEqualTo(3);
        assertThat(small.received.latencies().getTotalCount()).isZero();
    }

    @Test
    void corruptMessageFails() throws IOException {
        stream.client.step();
        underway.getFirst()[MessageLayout.LINE_BYTES] ^= 0x10;

        assertCorrupt();
    }

    @Test
    void theClockIsReadOnlyWhenTheMessageHasBeenChecked() throws IOException {
        stream.client.step();
        stream.server.step();
        stream.client.step();
        underway.getFirst()[MessageLayout.LINE_BYTES] ^= 0x10;
        int looks = stream.serverClock.looks();

        assertCorrupt();
        assertThat(stream.serverClock.looks()).isEqualTo(looks);
    }

    @Test
    void corruptBytesFailAndAreNotSampled() throws IOException {
        stream.client.step();
        Arrays.fill(underway.getFirst(), (byte) 0x7f);

        assertCorrupt();
        assertThat(stream.received.latencies().getTotalCount()).isZero();
    }

    @Test
    void lostMessageFails() throws IOException {
        stream.client.step();
        stream.client.step();
        stream.client.step();
        underway.removeFirst();

        assertMisplaced("message 0 is lost: message 1 arrived in its place");
    }

    @Test
    void nothingIsAwaitedBehindTheLastMessage() {
        stream.serverEnd.whenStarved(() -> {
            throw new AssertionError("the client waits for the acknowledgement");
        });
        stream.clientEnd.whenStarved(() -> {
            underway.removeFirst();
            assertMisplaced("message 0 is lost: message 1 arrived in its place");
        });

        assertThatIOException().isThrownBy(() -> stream.client.batch(2));
    }

    @Test
    void reorderedMessagesFail() throws IOException {
        stream.client.step();
        stream.client.step();
        underway.addLast(underway.removeFirst());

        assertMisplaced("messages are reordered: 1 arrived before 0");
    }

    @Test
    void duplicatedMessageFails() throws IOException {
        stream.client.step();
        underway.addLast(underway.getFirst());
        stream.server.step();

        assertMisplaced("message 0 is duplicated: it arrived again, in place of message 1");
    }

    @Test
    void duplicateOfABatchsLastMessageFailsTheNextBatch() throws IOException {
        stream.clientEnd.whenStarved(() -> {
            underway.addLast(underway.getLast());
            stream.server.batch();
        });
        stream.client.batch(3);
        stream.client.step();

        assertMisplaced("message 2 is duplicated: it arrived again, in place of message 3");
    }

    @Test
    void impossibleSendTimeIsCorruptAndNoSample() throws IOException {
        stream.client.step();
        underway.getFirst()[Long.BYTES] ^= 0x40;
        underway.getFirst()[2 * Long.BYTES - 1] ^= 0x40;

        assertCorrupt();
        assertThat(stream.received.latencies().getTotalCount()).isZero();
    }

    @Test
    void messageMayTakeLongerThanAnHour() throws IOException {
        stream.client.step();
        stream.server.step();
        stream.client.step();
        stream.serverClock.advance(Duration.ofHours(3).toNanos());

        stream.server.step();

        assertThat(stream.received.latencies().getMaxValue()).isGreaterThanOrEqualTo(Recorder.MAX_LATENCY_NANOS);
    }

    @Test
    void messageSentHoursBeforeTheServerWasThereIsCorrupt() throws IOException {
        stream.client.step();
        stream.server.step();
        stream.clientClock.advance(-Duration.ofHours(2).toNanos());
        stream.client.step();

        assertCorrupt();
    }

    /** The client's host was booted earlier, or later. */
    @ParameterizedTest
    @ValueSource(longs = {500, -300, -100_000})
    void sendTimesOfAnotherClockOnlyHaveToAscend(long aheadSeconds) throws IOException {
        stream.server.onTwoClocks();
        stream.clientClock.advance(Duration.ofSeconds(aheadSeconds).toNanos());
        for (int message = 0; message < 5; message++) {
            stream.client.step();
            stream.server.step();
        }
        assertThat(stream.received.messages()).isEqualTo(5);

        stream.clientClock.advance(-Duration.ofHours(1000).toNanos());
        stream.client.step();
        if (aheadSeconds == -300) { // an hour is possible, and the launcher drops such latencies
            stream.server.step();
            stream.clientClock.advance(-1_000_000_000);
            stream.client.step();
        }

        assertCorrupt();
    }

    @Test
    void messageOfAnotherLengthFails() {
        underway.addLast(new byte[ConnectedStream.SIZE_BYTES - 1]);

        assertThatIOException().isThrownBy(stream.server::step).withMessageContaining("127 bytes");
    }

    private void assertMisplaced(String message) {
        long before = stream.received.messages();
        assertThatExceptionOfType(MisplacedMessageException.class)
                .isThrownBy(stream.server::step)
                .withMessage(message);
        assertThat(stream.received.messages()).isEqualTo(before);
    }

    private void assertCorrupt() {
        long before = stream.received.messages();
        assertThatExceptionOfType(CorruptMessageException.class).isThrownBy(stream.server::step);
        assertThat(stream.received.messages()).isEqualTo(before);
    }
}
