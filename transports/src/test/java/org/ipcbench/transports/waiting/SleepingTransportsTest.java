package org.ipcbench.transports.waiting;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.ipcbench.transport.Availability;
import org.ipcbench.transport.Channel;
import org.ipcbench.transport.Session;
import org.ipcbench.transport.Transport;
import org.ipcbench.transport.TransportRegistry;
import org.ipcbench.transports.ConnectedPair;
import org.ipcbench.transports.InScratchDirectory;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** The transports whose sides wake each other by a call of their own. */
@Timeout(value = 180, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
@ParameterizedClass(name = "{0}")
@MethodSource("transports")
class SleepingTransportsTest extends InScratchDirectory {
    /** futex(word, FUTEX_WAIT, 1, no time-out); the JVM's own threads sleep by other operations than that. */
    private static final String IN_FUTEX = "(202|98) 0x[0-9a-f]+ 0x0 0x1 0x0 .*";

    /** epoll_wait(descriptor, events, 1, no time-out), on aarch64 epoll_pwait. */
    private static final String IN_EPOLL = "(232|22) 0x[0-9a-f]+ 0x[0-9a-f]+ 0x1 0xf+ .*";

    /** semop(set, operations, 1), which a C library may make as semtimedop without a time. */
    private static final String AT_SEMAPHORE = "(65|193|220|192) 0x[0-9a-f]+ 0x[0-9a-f]+ 0x1 .*";

    /** read(signalfd, signal, size of a signal). */
    private static final String IN_SIGNALFD = "(0|63) 0x[0-9a-f]+ 0x[0-9a-f]+ 0x80 .*";

    private static final int MANY = 20_000;
    private static final int SECONDS = 150;

    /** Such waits end within a moment, and there are many of them. */
    private static final Duration POLL = Duration.ofMillis(2);

    private final Transport transport;
    private final String asleep;
    private final ExecutorService otherSide = Executors.newSingleThreadExecutor(work -> {
        Thread thread = new Thread(work, "other side");
        thread.setDaemon(true);
        return thread;
    });

    SleepingTransportsTest(String id, String asleep) {
        transport = TransportRegistry.load().named(id);
        this.asleep = asleep;
    }

    static Stream<Arguments> transports() {
        return Stream.of(
                Arguments.of("ring-futex", IN_FUTEX),
                Arguments.of("ring-eventfd", IN_EPOLL),
                Arguments.of("ring-semaphore", AT_SEMAPHORE),
                Arguments.of("ring-signal", IN_SIGNALFD),
                Arguments.of("cma", IN_FUTEX));
    }

    @BeforeEach
    void skipWhatThisMachineLacks() {
        assumeThat(transport.availability()).isInstanceOf(Availability.Available.class);
    }

    @AfterEach
    void endOtherSide() {
        otherSide.shutdown();
    }

    @Test
    void readerSleepsInTheKernelUntilAMessageArrives() throws Exception {
        try (ConnectedPair pair = new ConnectedPair(transport, session)) {
            Future<Byte> message =
                    otherSide.submit(() -> pair.server().receive(1).get());
            await().pollInterval(POLL).until(() -> sleepers() == 1);
            ConnectedPair.send(pair.client(), 1, 7);
            assertThat(message.get(SECONDS, TimeUnit.SECONDS)).isEqualTo((byte) 7);
            assertThat(sleepers()).isZero();
        }
    }

    @Test
    void writerSleepsInTheKernelUntilThereIsSpace() throws Exception {
        try (ConnectedPair pair = new ConnectedPair(transport, withOneSlot())) {
            ConnectedPair.send(pair.client(), 1, 7);
            Future<ByteBuffer> room = otherSide.submit(() -> pair.client().claim(1));
            await().pollInterval(POLL).until(() -> sleepers() == 1);
            pair.server().receive(1);
            pair.server().claim(1); // only now the message is of no more use
            assertThat(room.get(SECONDS, TimeUnit.SECONDS).remaining()).isEqualTo(1);
        }
    }

    @Test
    void closingWakesASleepingSide() throws Exception {
        try (ConnectedPair pair = new ConnectedPair(transport, session)) {
            Future<ByteBuffer> message = otherSide.submit(() -> pair.server().receive(1));
            await().pollInterval(POLL).until(() -> sleepers() == 1);
            pair.client().close();
            await().pollInterval(POLL).until(message::isDone);
        }
    }

    @Test
    void noWakeUpIsLost() throws Exception {
        try (ConnectedPair pair = new ConnectedPair(transport, withOneSlot())) {
            Future<?> echo = otherSide.submit(() -> {
                for (int i = 0; i < 2 * MANY; i++) {
                    receive(pair.server(), i);
                    if (i >= MANY) {
                        ConnectedPair.send(pair.server(), 1, i);
                    }
                }
                return null;
            });
            for (int i = 0; i < 2 * MANY; i++) { // first as a stream, then as round trips
                ConnectedPair.send(pair.client(), 1, i);
                if (i >= MANY) {
                    receive(pair.client(), i);
                }
            }
            echo.get(SECONDS, TimeUnit.SECONDS);
        }
    }

    private static void receive(Channel channel, int content) throws IOException {
        assertThat(channel.receive(1).get()).isEqualTo((byte) content);
    }

    private Session withOneSlot() {
        return withBuffer(session.maxMessageBytes());
    }

    private long sleepers() throws IOException {
        List<String> calls = new ArrayList<>();
        try (DirectoryStream<Path> threads = Files.newDirectoryStream(Path.of("/proc/self/task"))) {
            for (Path thread : threads) {
                try {
                    calls.add(Files.readString(thread.resolve("syscall")).strip());
                } catch (IOException e) {
                    // has just ended: before it was opened, or before it was read
                }
            }
        }
        return calls.stream().filter(call -> call.matches(asleep)).count();
    }
}
