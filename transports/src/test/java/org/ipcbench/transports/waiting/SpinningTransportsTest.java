package org.ipcbench.transports.waiting;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assumptions.assumeThat;
import static org.awaitility.Awaitility.await;

import java.io.EOFException;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.ipcbench.transport.Availability;
import org.ipcbench.transport.Channel;
import org.ipcbench.transport.LossyChannel;
import org.ipcbench.transport.Trait;
import org.ipcbench.transport.Transport;
import org.ipcbench.transport.TransportRegistry;
import org.ipcbench.transports.ConnectedPair;
import org.ipcbench.transports.InScratchDirectory;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Named;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.MethodSource;

/** Receivers that spin before they sleep, of every transport that has them, except those of a process's standard streams. */
@Timeout(value = 120, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
@ParameterizedClass(name = "{0}")
@MethodSource("transports")
class SpinningTransportsTest extends InScratchDirectory {
    /** Longer than any of these waits, so that a receiver does nothing but spin. */
    private static final long LONG_NANOS = Duration.ofSeconds(20).toNanos();

    /** Over before a receiver has looked twice. */
    private static final long SHORT_NANOS = 1;

    /** More than a receiver that sleeps at once uses, even if it is the first one of the process. */
    private static final long BUSY_NANOS = Duration.ofMillis(40).toNanos();

    private static final long DEADLINE_NANOS = Duration.ofMillis(20).toNanos();

    /** More than any buffer holds. */
    private static final int MANY = 20_000;

    private static final int SECONDS = 60;

    /** Such waits end within a moment, and there are many of them. */
    private static final Duration POLL = Duration.ofMillis(2);

    private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();

    private final Transport transport;
    private final ExecutorService otherSide = Executors.newSingleThreadExecutor(work -> {
        Thread thread = new Thread(work, "other side");
        thread.setDaemon(true);
        return thread;
    });

    SpinningTransportsTest(Transport transport) {
        this.transport = transport;
    }

    static Stream<Named<Transport>> transports() {
        return TransportRegistry.load().all().stream()
                .filter(transport -> transport.traits().has(Trait.BOUNDED_SPIN))
                .filter(transport -> !transport.traits().ownsStandardStreams())
                .map(transport -> Named.of(transport.id(), transport));
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
    void receiverUsesItsCpuWhileNothingArrives() throws Exception {
        try (ConnectedPair pair = new ConnectedPair(transport, session.spinning(LONG_NANOS))) {
            pair.exchange(7);
            long thread = otherSide(() -> Thread.currentThread().getId()).get();
            long before = THREADS.getThreadCpuTime(thread);
            Future<Byte> message = otherSide(() -> pair.server().receive(1).get());
            await().pollInterval(POLL).until(() -> THREADS.getThreadCpuTime(thread) > before + BUSY_NANOS);
            ConnectedPair.send(pair.client(), 1, 42);
            assertThat(message.get(SECONDS, TimeUnit.SECONDS)).isEqualTo((byte) 42);
        }
    }

    @Test
    void receiverSleepsAfterItsSpinUntilAMessageArrives() throws Exception {
        try (ConnectedPair pair = new ConnectedPair(transport, session.spinning(SHORT_NANOS))) {
            Path task = otherSide(SpinningTransportsTest::ofThisThread).get();
            Future<Byte> message = otherSide(() -> pair.server().receive(1).get());
            await().pollInterval(POLL).until(() -> isAsleep(task));
            ConnectedPair.send(pair.client(), 1, 42);
            assertThat(message.get(SECONDS, TimeUnit.SECONDS)).isEqualTo((byte) 42);
        }
    }

    @Test
    void closeIsSeenWhileTheReceiverSpins() throws Exception {
        assumeThat(transport.traits().has(Trait.DETECTS_CLOSE)).isTrue();
        try (ConnectedPair pair = new ConnectedPair(transport, session.spinning(LONG_NANOS))) {
            long thread = otherSide(() -> Thread.currentThread().getId()).get();
            long before = THREADS.getThreadCpuTime(thread);
            Future<ByteBuffer> message = otherSide(() -> pair.server().receive(1));
            await().pollInterval(POLL).until(() -> THREADS.getThreadCpuTime(thread) > before + BUSY_NANOS);
            pair.client().close();
            assertClosed(message);
        }
    }

    @Test
    void closeIsSeenByAReceiverThatSleeps() throws Exception {
        assumeThat(transport.traits().has(Trait.DETECTS_CLOSE)).isTrue();
        try (ConnectedPair pair = new ConnectedPair(transport, session.spinning(SHORT_NANOS))) {
            Path task = otherSide(SpinningTransportsTest::ofThisThread).get();
            Future<ByteBuffer> message = otherSide(() -> pair.server().receive(1));
            await().pollInterval(POLL).until(() -> isAsleep(task));
            pair.client().close();
            assertClosed(message);
        }
    }

    @Test
    void deadlineOfALossyTransportEndsTheSpinAndTheSleep() throws Exception {
        assumeThat(transport.traits().lossy()).isTrue();
        for (long spinNanos : new long[] {LONG_NANOS, SHORT_NANOS}) {
            try (ConnectedPair pair = new ConnectedPair(transport, session.spinning(spinNanos))) {
                LossyChannel server = (LossyChannel) pair.server();
                assertThat(otherSide(() -> server.receiveWithin(DEADLINE_NANOS) == null)
                                .get(SECONDS, TimeUnit.SECONDS))
                        .isTrue();
                pair.exchange(42);
            }
        }
    }

    @Test
    void senderWaitsForRoomAndNothingGetsLost() throws Exception {
        assumeThat(transport.traits().lossy()).isFalse();
        for (long spinNanos : new long[] {LONG_NANOS, SHORT_NANOS}) {
            try (ConnectedPair pair = new ConnectedPair(transport, session.spinning(spinNanos))) {
                Future<Integer> sent = otherSide(() -> send(pair.client()));
                for (int i = 0; i < MANY; i++) {
                    assertThat(pair.server().receive(64).getInt()).isEqualTo(i);
                }
                assertThat(sent.get(SECONDS, TimeUnit.SECONDS)).isEqualTo(MANY);
            }
        }
    }

    private <T> Future<T> otherSide(Callable<T> work) {
        return otherSide.submit(work);
    }

    private static int send(Channel channel) throws IOException {
        for (int i = 0; i < MANY; i++) {
            channel.claim(64).putInt(i);
            channel.commit();
        }
        return MANY;
    }

    private static void assertClosed(Future<ByteBuffer> message) {
        assertThatThrownBy(() -> message.get(SECONDS, TimeUnit.SECONDS))
                .isInstanceOf(ExecutionException.class)
                .hasCauseInstanceOf(EOFException.class);
    }

    /** The directory in which the kernel describes this thread. */
    private static Path ofThisThread() throws IOException {
        return Path.of("/proc").resolve(Files.readSymbolicLink(Path.of("/proc/thread-self")));
    }

    /** Whether the thread sleeps now and has not run for a moment. */
    private static boolean isAsleep(Path task) throws IOException, InterruptedException {
        List<String> before = scheduling(task);
        TimeUnit.MILLISECONDS.sleep(5);
        return before.equals(scheduling(task)) && before.get(0).contains("S (sleeping)");
    }

    /** The thread's state, and how often it has slept and was made to wait. */
    private static List<String> scheduling(Path task) throws IOException {
        return Files.readAllLines(task.resolve("status")).stream()
                .filter(line -> line.startsWith("State:") || line.contains("ctxt_switches:"))
                .toList();
    }
}
