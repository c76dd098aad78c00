package org.ipcbench.workload.stream;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.io.EOFException;
import java.io.IOException;
import java.util.HashSet;
import java.util.Set;
import org.ipcbench.measure.BatchTimer;
import org.ipcbench.measure.result.Mark;
import org.ipcbench.workload.message.CorruptMessageException;
import org.ipcbench.workload.message.MisplacedMessageException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class StreamClientTest {
    private final ConnectedStream stream = new ConnectedStream();

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 127, 128, 129, 1000})
    void batchHasAsManyMessagesAsAsked(int messages) throws IOException {
        ConnectedStream ofBytes = new ConnectedStream(1).served();

        ofBytes.client.batch(messages);

        assertThat(ofBytes.sent.messages()).isEqualTo(messages);
        assertThat(ofBytes.received.messages()).isEqualTo(messages);
        assertThat(ofBytes.clientEnd.underway()).isEmpty();
        assertThat(ofBytes.serverEnd.underway()).isEmpty();
    }

    @Test
    void stepsWaitForNothing() throws IOException {
        stream.client.step();
        stream.client.step();

        assertThat(stream.clientEnd.underway())
                .hasSize(2)
                .allMatch(message -> message.length == ConnectedStream.SIZE_BYTES);
    }

    @Test
    void batchEndsOnlyWithItsAcknowledgement() {
        assertThatExceptionOfType(EOFException.class).isThrownBy(() -> stream.client.batch(3));

        assertThat(stream.clientEnd.underway()).hasSize(3);
    }

    @Test
    void damagedAcknowledgementFails() {
        stream.clientEnd.whenStarved(() -> {
            stream.server.batch();
            stream.serverEnd.underway().getFirst()[0] ^= 0x02;
        });

        assertThatExceptionOfType(CorruptMessageException.class).isThrownBy(() -> stream.client.batch(3));
    }

    @Test
    void acknowledgementOfAnEarlierBatchFails() throws IOException {
        byte[][] first = new byte[1][];
        stream.clientEnd.whenStarved(() -> {
            stream.server.batch();
            first[0] = stream.serverEnd.underway().getFirst();
        });
        stream.client.batch(3);
        stream.clientEnd.whenStarved(() -> stream.serverEnd.underway().addFirst(first[0]));

        assertThatExceptionOfType(MisplacedMessageException.class)
                .isThrownBy(() -> stream.client.batch(2))
                .withMessage("message 2 is duplicated: it arrived again, in place of message 4");
    }

    @Test
    void oneBatchFollowsTheOther() throws IOException {
        stream.served();

        stream.client.batch(3);
        stream.client.batch(2);

        assertThat(stream.received.messages()).isEqualTo(5);
    }

    @ParameterizedTest
    @CsvSource({"1, 64, 64, 64", "2, 6400, 3100, 3300", "16, 64000, 3700, 4300", "64, 1, 0, 0"})
    void readsTheClockForSampledMessagesOnly(long interval, long messages, int fewest, int most) throws IOException {
        stream.served().client.sampleEvery(interval);

        stream.client.batch(messages);

        assertThat(stream.clientClock.looks()).isBetween(fewest, most);
        assertThat(stream.received.latencies().getTotalCount()).isEqualTo(stream.clientClock.looks());
    }

    @Test
    void samplesUntilAnIntervalIsSetSoThatTheWarmUpCompilesIt() throws IOException {
        stream.served().client.batch(50_000);

        assertThat(stream.clientClock.looks()).isBetween(2_900, 3_350);
    }

    @Test
    void samplesAreInNoStepWithAnyRhythm() throws IOException {
        int period = 8;
        Set<Integer> phases = new HashSet<>();
        stream.client.sampleEvery(period);
        for (int message = 0; message < 1_000; message++) {
            int looks = stream.clientClock.looks();
            stream.client.step();
            if (stream.clientClock.looks() > looks) {
                phases.add(message % period);
            }
        }

        assertThat(phases).hasSize(period);
    }

    @Test
    void theFirstMessageOfTheMeasuredPartIsASampleOnlyIfAllAre() throws IOException {
        stream.served().client.batch(5);
        stream.client.sampleEvery(2);

        stream.client.step();
        assertThat(stream.clientClock.looks()).isZero();

        stream.client.sampleEvery(1);
        stream.client.step();
        assertThat(stream.clientClock.looks()).isOne();
    }

    @Test
    void batchByTimeEndsWhenTheTimeIsUp() throws IOException {
        stream.clientEnd.whenStarved(() -> {
            assertThat(stream.server.batch()).isEqualTo(stream.sent.messages());
        });
        int[] looks = {0};
        BatchTimer part = new BatchTimer(stream.sent, () -> 10L * looks[0]++, () -> 0, () -> Mark.UNKNOWN_CPU);

        // 10 ns a look: 0 to start, then 10, 20 and 30, of which the last one ends it
        long messages = stream.client.batchLasting(30, part, 100_000.0 / 8);

        assertThat(messages).isEqualTo(3 * 8 + 1).isEqualTo(stream.received.messages());
    }
}
