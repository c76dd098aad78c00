package org.ipcbench.workload.block;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.ipcbench.measure.clock.NanoClock;
import org.ipcbench.measure.sample.Recorder;
import org.ipcbench.transport.MemoryChannel;
import org.ipcbench.workload.ClientHalf;
import org.ipcbench.workload.Extent;
import org.ipcbench.workload.ServerHalf;
import org.ipcbench.workload.message.CorruptMessageException;
import org.ipcbench.workload.message.MisplacedMessageException;
import org.ipcbench.workload.message.Payload;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Both halves on one thread: the server takes a step when the client waits for the acknowledgement. */
final class BlockTest {
    private final Recorder sent = new Recorder();
    private final Recorder received = new Recorder();

    @SuppressWarnings("NullAway.Init") // every test connects first
    private MemoryChannel clientEnd;

    @SuppressWarnings("NullAway.Init")
    private ClientHalf client;

    @SuppressWarnings("NullAway.Init")
    private ServerHalf server;

    private final List<Integer> lengths = new ArrayList<>();

    private void connect(int blockBytes, int messageBytes) throws IOException {
        connect(blockBytes, messageBytes, NanoClock.system());
    }

    private void connect(int blockBytes, int messageBytes, NanoClock clock) throws IOException {
        Block block = new Block(new Extent.Count(1), blockBytes, Payload.TOUCHED);
        MemoryChannel.Ends ends = MemoryChannel.connect(messageBytes);
        clientEnd = ends.client();
        client = block.client(clientEnd, messageBytes, sent, clock);
        server = block.server(ends.server(), messageBytes, received, NanoClock.system());
        clientEnd.whenStarved(() -> {
            clientEnd.underway().forEach(message -> lengths.add(message.length));
            server.step();
        });
    }

    @ParameterizedTest
    @CsvSource({"100, 100, 100", "100, 64, 64 36", "128, 64, 64 64", "1, 64, 1", "5, 2, 2 2 1"})
    void blockIsSentInTheLargestPossibleMessages(int blockBytes, int messageBytes, String expected) throws IOException {
        connect(blockBytes, messageBytes);

        client.batch(1);

        assertThat(String.join(" ", lengths.stream().map(String::valueOf).toList()))
                .isEqualTo(expected);
        assertThat(sent.messages()).isEqualTo(1);
        assertThat(received.messages()).isEqualTo(1);
    }

    @Test
    void everyBlockIsTimedForAnySamplingInterval() throws IOException {
        connect(100, 64);
        client.batch(2);
        client.sampleEvery(1024);
        client.batch(3);

        assertThat(sent.latencies().getTotalCount()).isEqualTo(2 + 3);
    }

    @Test
    void batchTakesAsLongAsItsBlocks() throws IOException {
        long[] looks = {0};
        connect(100, 64, () -> 10 * looks[0]++);

        client.batch(3);
        assertThat(sent.elapsedNanosOr(0)).isEqualTo(3 * 10);

        client.batch(1);
        assertThat(sent.elapsedNanosOr(0)).isEqualTo(10);
    }

    @Test
    void serverKnowsTheLastBlockOfABatch() throws IOException {
        connect(100, 64);
        List<Boolean> last = new ArrayList<>();
        clientEnd.whenStarved(() -> last.add(server.step()));

        client.batch(3);

        assertThat(last).containsExactly(false, false, true);
    }

    @Test
    void blockThatArrivesTwiceIsNotTakenForTheNextOne() throws IOException {
        connect(64, 64);
        clientEnd.whenStarved(() -> {
            clientEnd.underway().addLast(clientEnd.underway().getLast());
            server.step();
        });
        client.step();

        assertThatExceptionOfType(MisplacedMessageException.class)
                .isThrownBy(() -> client.step())
                .withMessage("message 0 is duplicated: it arrived again, in place of message 1");
        assertThat(received.messages()).isEqualTo(1);
    }

    @Test
    void damagedPieceFails() throws IOException {
        connect(200, 100);
        clientEnd.whenStarved(() -> {
            clientEnd.underway().getLast()[64] ^= 1;
            server.step();
        });

        assertThatExceptionOfType(CorruptMessageException.class).isThrownBy(() -> client.batch(1));
    }
}
