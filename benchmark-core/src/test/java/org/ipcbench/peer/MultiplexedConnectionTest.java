package org.ipcbench.peer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.ipcbench.measure.BatchTimer;
import org.ipcbench.measure.clock.NanoClock;
import org.ipcbench.measure.meter.CompilerThreads.CompilerRest;
import org.ipcbench.measure.result.Mark;
import org.ipcbench.measure.sample.Recorder;
import org.ipcbench.peer.Connection.Given;
import org.ipcbench.transport.MemoryChannel;
import org.ipcbench.transport.Session;
import org.ipcbench.transport.Token;
import org.ipcbench.workload.ClientHalf;
import org.ipcbench.workload.Extent;
import org.ipcbench.workload.Workload;
import org.ipcbench.workload.stream.MessageStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class MultiplexedConnectionTest {
    private static final int SIZE_BYTES = 64;
    private static final NanoClock CLOCK = NanoClock.system();

    @TempDir
    private Path directory;

    private final Workload stream = new MessageStream(new Extent.Count(7), SIZE_BYTES);
    private final MemoryChannel.Ends ends = MemoryChannel.connect(SIZE_BYTES);
    private final Recorder sent = new Recorder();
    private final BatchTimer part = new BatchTimer(sent, CLOCK, () -> 0, () -> Mark.UNKNOWN_CPU);
    /** What each message has brought about. */
    private final List<Boolean> served = new ArrayList<>();

    private MultiplexedConnection connection;
    private ClientHalf client;

    @BeforeEach
    void connect() throws IOException {
        Session session = new Session(directory, Token.random(), SIZE_BYTES, 0, Duration.ofSeconds(10));
        connection = new MultiplexedConnection(
                new Given(session, stream, CLOCK, ClockOffset.NONE, unwatched -> {}),
                new CompilerRest(CLOCK, () -> 0, 0));
        connection.begin(
                ends.server(), 0, new BatchTimer(connection.recorder(), CLOCK, () -> 0, () -> Mark.UNKNOWN_CPU));
        client = stream.client(ends.client(), SIZE_BYTES, sent, CLOCK);
        ends.client().whenStarved(this::serveAll);
    }

    private void serveAll() throws IOException {
        while (!ends.client().underway().isEmpty()) {
            served.add(connection.serve());
        }
    }

    private void warmUpAndMeasure() throws IOException {
        connection.warmUp();
        client.batch(5, part, 0);
        client.batch(1, part, 0);
        connection.measure();
        client.batch(7, part, 0);
    }

    @Test
    void lastMessageOfTheWarmUpAndOfTheMeasuredBatchEndsItsStage() throws IOException {
        warmUpAndMeasure();

        assertThat(served)
                .containsExactly(
                        false, false, false, false, false, true, false, false, false, false, false, false, true);
        assertThat(connection.measurement().messages()).isEqualTo(7);
        assertThat(connection.conditions().warmUp().messages()).isEqualTo(6);
        assertThat(connection.conditions().marks()).isNotEmpty();
    }

    @Test
    void clientMayCloseWhileOthersAreServedButNotGoOn() throws IOException {
        warmUpAndMeasure();

        assertThat(connection.serve()).isFalse();
        client.step();
        assertThatIOException()
                .isThrownBy(() -> connection.serve())
                .withMessageContaining("continues to send after its last message");
    }
}
