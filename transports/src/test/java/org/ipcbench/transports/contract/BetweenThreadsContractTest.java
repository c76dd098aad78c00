package org.ipcbench.transports.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIOException;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import java.io.IOException;
import java.nio.channels.ClosedChannelException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.ipcbench.transport.Channel;
import org.ipcbench.transport.Listener;
import org.ipcbench.transport.Session;
import org.ipcbench.transport.Trait;
import org.ipcbench.transport.Transport;
import org.ipcbench.transport.TransportRegistry;
import org.ipcbench.transport.WrongLengthException;
import org.ipcbench.transports.ContractSession;
import org.ipcbench.workload.Role;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/** The scripts of the transport contract, of the transports whose both ends are threads of one JVM. */
class BetweenThreadsContractTest {
    private static final int SECONDS = 60;
    private static final int[] SIZES_BYTES = {1, 64, 4096, 100_000};
    private static final List<Script> SCRIPTS = List.of(
            Script.EXCHANGE,
            Script.SHORT_BURST,
            Script.MIXED_LENGTHS,
            Script.CLIENT_CLOSES_FIRST,
            Script.SERVER_CLOSES_FIRST);

    private final ExecutorService threads = Executors.newCachedThreadPool();

    /** A connection, with a thread for each end. */
    private record Pair(Session session, Channel client, Channel server) {
        static Pair of(Transport transport, int maxMessageBytes) throws IOException {
            Session session = ContractSession.in(Path.of("."), maxMessageBytes);
            try (Listener listener = transport.listen(session)) {
                assertThatIOException()
                        .isThrownBy(() -> transport.connect(ContractSession.ofStrangerTo(session), listener.address()));
                Channel client = transport.connect(session, listener.address());
                return new Pair(session, client, listener.accept());
            }
        }
    }

    private static Stream<Transport> transports() {
        return TransportRegistry.load().all().stream()
                .filter(transport -> transport.traits().has(Trait.BETWEEN_THREADS));
    }

    @AfterEach
    void endThreads() {
        threads.shutdownNow();
    }

    @TestFactory
    Stream<DynamicTest> everyMessageArrivesInItsOrder() {
        return transports()
                .flatMap(transport -> SCRIPTS.stream()
                        .flatMap(script -> IntStream.of(SIZES_BYTES)
                                .mapToObj(bytes -> dynamicTest(
                                        "%s, %s, %d bytes".formatted(transport.id(), script, bytes),
                                        () -> play(transport, script, bytes)))));
    }

    private void play(Transport transport, Script script, int bytes) throws Exception {
        Pair pair = Pair.of(transport, bytes);
        Future<Long> server = threads.submit(
                () -> new ScriptHalf(script, Role.SERVER, transport, pair.session()).play(pair.server()));
        Future<Long> client = threads.submit(
                () -> new ScriptHalf(script, Role.CLIENT, transport, pair.session()).play(pair.client()));
        assertThat(server.get(SECONDS, TimeUnit.SECONDS)).isEqualTo(script.messagesFrom(Role.CLIENT, bytes));
        assertThat(client.get(SECONDS, TimeUnit.SECONDS)).isEqualTo(script.messagesFrom(Role.SERVER, bytes));
    }

    @TestFactory
    Stream<DynamicTest> closingWakesAThreadThatWaits() {
        return transports()
                .map(transport -> dynamicTest(transport.id(), () -> {
                    Pair receiving = Pair.of(transport, 64);
                    Future<?> receiver = threads.submit(() -> receiving.server().receive(64));
                    Pair sending = Pair.of(transport, 64);
                    Future<?> sender = threads.submit(() -> {
                        while (true) {
                            sending.client().claim(64);
                            sending.client().commit();
                        }
                    });
                    TimeUnit.MILLISECONDS.sleep(20);
                    receiving.client().close();
                    sending.server().close();
                    assertThat(receiver)
                            .failsWithin(SECONDS, TimeUnit.SECONDS)
                            .withThrowableThat()
                            .withMessageContaining("the other side has closed");
                    assertThat(sender)
                            .failsWithin(SECONDS, TimeUnit.SECONDS)
                            .withThrowableThat()
                            .withMessageContaining("the other side has closed");
                    assertThatExceptionOfType(ClosedChannelException.class)
                            .isThrownBy(() -> receiving.client().receive(64));
                }));
    }

    @TestFactory
    Stream<DynamicTest> closingWakesItsOwnThreadThatWaits() {
        return transports()
                .map(transport -> dynamicTest(transport.id(), () -> {
                    Pair pair = Pair.of(transport, 64);
                    Future<?> receiver = threads.submit(() -> pair.server().receive(64));
                    TimeUnit.MILLISECONDS.sleep(20);
                    pair.server().close();
                    assertThat(receiver)
                            .failsWithin(SECONDS, TimeUnit.SECONDS)
                            .withThrowableThat()
                            .withCauseInstanceOf(ClosedChannelException.class);
                }));
    }

    @TestFactory
    Stream<DynamicTest> messageOfAnotherLengthIsAnError() {
        return transports()
                .map(transport -> dynamicTest(transport.id(), () -> {
                    Pair pair = Pair.of(transport, 64);
                    Future<?> receiver = threads.submit(() -> pair.server().receive(9));
                    pair.client().claim(8);
                    pair.client().commit();
                    assertThat(receiver)
                            .failsWithin(SECONDS, TimeUnit.SECONDS)
                            .withThrowableThat()
                            .withCauseInstanceOf(WrongLengthException.class);
                }));
    }
}
