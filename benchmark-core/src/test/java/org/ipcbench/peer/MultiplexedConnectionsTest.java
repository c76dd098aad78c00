package org.ipcbench.peer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.io.EOFException;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import org.ipcbench.control.ControlMessage.Assign;
import org.ipcbench.control.ControlMessage.ConnectionShare;
import org.ipcbench.measure.clock.NanoClock;
import org.ipcbench.measure.meter.CostMeter;
import org.ipcbench.measure.meter.CostMeter.AllocationMeter;
import org.ipcbench.measure.result.Cost;
import org.ipcbench.measure.sample.Recorder;
import org.ipcbench.peer.Connection.Given;
import org.ipcbench.peer.Connections.Announcement;
import org.ipcbench.transport.MultiplexedMemory;
import org.ipcbench.transport.Session;
import org.ipcbench.transport.Token;
import org.ipcbench.workload.ClientHalf;
import org.ipcbench.workload.Extent;
import org.ipcbench.workload.Serving;
import org.ipcbench.workload.Workload;
import org.ipcbench.workload.stream.MessageStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Three clients on this thread, and on another one their server, which goes through the stages as the peer does. */
@Timeout(60)
final class MultiplexedConnectionsTest {
    private static final int CLIENTS = 3;
    private static final int SIZE_BYTES = 64;
    private static final int WARM_UP_MESSAGES = 5;
    private static final NanoClock CLOCK = NanoClock.system();

    @TempDir
    private Path directory;

    private final Workload stream = new MessageStream(new Extent.Count(30), SIZE_BYTES);
    private final MultiplexedMemory memory = new MultiplexedMemory(CLIENTS, SIZE_BYTES);
    private final List<ClientHalf> clients = new ArrayList<>();
    private final CountDownLatch warm = new CountDownLatch(1);
    private final CostMeter meter = CostMeter.system(new AllocationMeter(Set.of()));
    private MultiplexedConnections connections;
    private Cost cost = Cost.NONE;
    private CompletableFuture<Void> server;

    @BeforeEach
    void begin() throws IOException {
        Session session =
                new Session(directory, Token.random(), SIZE_BYTES, 0, Duration.ofSeconds(10)).withConnections(CLIENTS);
        Assign assign = new Assign("memory", stream, session, ConnectionShare.ofServer(CLIENTS, Serving.SELECTOR), 1);
        List<MultiplexedConnection> all = new ArrayList<>();
        for (int i = 0; i < CLIENTS; i++) {
            all.add(new MultiplexedConnection(
                    Given.of(assign, i, CLOCK, ClockOffset.NONE, unwatched -> {}),
                    MultiplexedConnections.compilerRest(CLOCK)));
            clients.add(stream.client(memory.client(i), SIZE_BYTES, new Recorder(), CLOCK));
        }
        connections = new MultiplexedConnections(memory, all, SIZE_BYTES, CLOCK);
        server = new CompletableFuture<>();
        Thread thread = new Thread(this::serve, "server");
        thread.setDaemon(true);
        thread.start();
    }

    /** All stages, as the peer leads through them; what was opened is closed in any case. */
    private void serve() {
        try (MultiplexedConnections closing = connections) {
            closing.open(Announcement.NONE);
            closing.warmUp(0, () -> 0);
            closing.all().forEach(Connection::reset);
            meter.arm();
            meter.begin();
            closing.measure(warm::countDown);
            cost = closing.cost(meter);
            closing.settle();
        } catch (IOException e) {
            server.completeExceptionally(connections.named(e));
            return;
        }
        server.complete(null);
    }

    /** The second batch has one message and ends the warm-up, of each client at its own time. */
    private void warmUp() throws IOException, InterruptedException {
        for (ClientHalf client : clients) {
            client.batch(WARM_UP_MESSAGES);
            client.batch(1);
        }
        warm.await();
    }

    /** A message of each of these clients, in this order. */
    private void send(int... numbers) throws IOException {
        for (int number : numbers) {
            clients.get(number).step();
        }
    }

    /** The last message of these clients, and its acknowledgement. */
    private void finish(int... numbers) throws IOException {
        for (int number : numbers) {
            clients.get(number).finishBatch();
        }
    }

    private void end() throws Exception {
        server.get();
    }

    @Test
    void messagesInAnyMixtureCountForTheirOwnClient() throws Exception {
        warmUp();
        send(0, 1, 0, 2, 2, 0, 1, 0);
        finish(2, 0, 1);
        end();

        assertThat(connections.all())
                .extracting(connection -> connection.measurement().messages())
                .containsExactly(5L, 3L, 3L);
        assertThat(connections.all())
                .extracting(connection -> connection.recorder().messages())
                .as("without those of the warm-up")
                .containsExactly(5L, 3L, 3L);
        assertThat(connections.all())
                .extracting(connection -> connection.conditions().warmUp().messages())
                .containsOnly(WARM_UP_MESSAGES + 1L);
        assertThat(memory.isOpen()).isFalse();
    }

    @Test
    void clientThatEndsEarlyAndClosesKeepsNobodyFromBeingServed() throws Exception {
        warmUp();
        send(0, 1);
        finish(0);
        memory.client(0).close();
        send(1, 2, 1);
        finish(1, 2);
        end();

        assertThat(connections.all())
                .extracting(connection -> connection.measurement().messages())
                .containsExactly(2L, 4L, 2L);
    }

    /** The very first message is an end already. */
    @Test
    void batchesOfASingleMessageEnd() throws Exception {
        warmUp();
        finish(1, 2, 0);
        end();

        assertThat(connections.all())
                .extracting(connection -> connection.measurement().messages())
                .containsOnly(1L);
    }

    @Test
    void timeOfTheOneThreadIsChargedOnce() throws Exception {
        warmUp();
        send(1, 2);
        finish(0, 1, 2);
        end();

        assertThat(cost.measuringNanos()).isPositive().isLessThanOrEqualTo(cost.cpuNanos());
        assertThat(connections.all())
                .allSatisfy(connection -> assertThat(connection.part().cpuNanos())
                        .as("no own time")
                        .isZero());
    }

    @Test
    void clientWhoseMessageIsLostIsNamed() throws Exception {
        warmUp();
        send(0, 1, 2);
        memory.loseNextOf(1);
        send(1, 0, 1);

        assertFailedAt("connection 2 of 3", IOException.class, "message 7 is lost: message 8 arrived in its place");
    }

    @Test
    void clientThatSendsOnAfterItsLastMessageIsNamed() throws Exception {
        warmUp();
        send(1);
        finish(0);
        send(0);

        assertFailedAt("connection 1 of 3", IOException.class, "the client continues to send after its last message");
    }

    @Test
    void clientThatClosesBeforeItsLastMessageIsNamed() throws Exception {
        warmUp();
        send(0, 2);
        memory.client(2).close();

        assertFailedAt("connection 3 of 3", EOFException.class, "the other side has closed");
    }

    @Test
    void failureWhileWaitingForAnyClientIsThatOfNone() throws Exception {
        warmUp();
        send(0);
        memory.breakDown();

        assertFailedAt("serving 3 connections by one thread", IOException.class, "the queue is broken");
    }

    /** What the server has opened is closed all the same. */
    private void assertFailedAt(String message, Class<? extends IOException> cause, String detail) {
        assertThatExceptionOfType(ExecutionException.class)
                .isThrownBy(server::get)
                .havingCause()
                .withMessage(message)
                .havingCause()
                .isInstanceOf(cause)
                .withMessage(detail);
        assertThat(memory.isOpen()).isFalse();
    }
}
