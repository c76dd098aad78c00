package org.ipcbench.peer;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import java.util.function.LongUnaryOperator;
import org.ipcbench.measure.KernelClock;
import org.ipcbench.measure.clock.NanoClock;
import org.ipcbench.measure.result.MeasurementConditions;
import org.ipcbench.transport.Session;
import org.ipcbench.transport.Token;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(60)
final class ClockOffsetTest {
    private static final NanoClock CLOCK = NanoClock.system();
    private static final long AN_HOUR = Duration.ofHours(1).toNanos();

    private static final KernelClock UNTOLD = new KernelClock(Path.of("/nowhere"));

    @TempDir
    private Path scratch;

    @TempDir
    private Path kernels;

    @Test
    void clockThatTheKernelSharesIsOne() throws Exception {
        assertThat(proven(nanos -> nanos, 2)).isZero();
    }

    @Test
    void clocksOfTwoTimeNamespacesAreBoundByTheirExchanges() throws Exception {
        KernelClock shifted = kernel("time:[4026532222]");
        ClockOffset server = ClockOffset.responder(session(), CLOCK, kernel("time:[4026531834]"));
        ClockOffset client = ClockOffset.initiator(session(), CLOCK, shifted);

        exchange(server, client);

        assertThat(client.nanos()).isBetween(1L, Duration.ofSeconds(1).toNanos());
    }

    @Test
    void clocksOfWhichTheKernelTellsNothingAreOneIfTheyAgree() throws Exception {
        assertThat(proven(nanos -> nanos, 1, UNTOLD))
                .as("0, or what disturbed exchanges leave open")
                .satisfiesAnyOf(
                        bound -> assertThat(bound).isZero(),
                        bound -> assertThat(bound).isGreaterThan(20_000));
        assertThat(proven(nanos -> nanos + 500_000_000, 1, UNTOLD)).isGreaterThanOrEqualTo(500_000_000);
    }

    @Test
    void clockOfWhichOnlyOneSideTellsIsNotToldApart() throws Exception {
        ClockOffset server = ClockOffset.responder(session(), nanos(7_000_000), kernel("time:[4026531834]"));
        ClockOffset client = ClockOffset.initiator(session(), CLOCK, UNTOLD);

        exchange(server, client);

        assertThat(client.nanos()).isGreaterThanOrEqualTo(7_000_000);
    }

    private static NanoClock nanos(long ahead) {
        return () -> CLOCK.nanos() + ahead;
    }

    /** As where other processes have the CPU at first: each of these exchanges takes 15 ms, and two are as long as a series. */
    @Test
    void disturbedExchangesAreFollowedByOthers() throws Exception {
        long slow = Duration.ofMillis(15).toNanos();
        long quickFrom = CLOCK.nanos() + 4 * slow;

        long bound = proven(
                nanos -> {
                    if (nanos >= quickFrom) {
                        return nanos;
                    }
                    LockSupport.parkNanos(slow);
                    return CLOCK.nanos();
                },
                kernel("time:[4026531834]"),
                kernel("time:[4026532222]"));

        assertThat(bound).isLessThan(slow);
    }

    @Test
    void clockThatIsAheadIsFoundOut() throws Exception {
        assertThat(proven(nanos -> nanos + AN_HOUR, 1)).isGreaterThanOrEqualTo(AN_HOUR);
        assertThat(proven(nanos -> nanos - AN_HOUR, 1)).isGreaterThanOrEqualTo(AN_HOUR);
    }

    @Test
    void clockThatIsSetMeanwhileIsFoundOut() throws Exception {
        AtomicLong ahead = new AtomicLong();
        ClockOffset server = ClockOffset.responder(session(), () -> CLOCK.nanos() + ahead.get(), KernelClock.system());
        ClockOffset client = ClockOffset.initiator(session(), CLOCK, KernelClock.system());
        exchange(server, client);
        assertThat(client.nanos()).isLessThan(AN_HOUR);

        ahead.set(AN_HOUR);
        exchange(server, client);

        assertThat(client.nanos()).isGreaterThanOrEqualTo(AN_HOUR);
    }

    @Test
    void pageIsForThisUserAlone() throws IOException {
        ClockOffset.responder(session(), CLOCK, KernelClock.system());

        try (var files = Files.list(scratch)) {
            assertThat(files)
                    .singleElement()
                    .satisfies(page -> assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(page)))
                            .isEqualTo("rw-------"));
        }
    }

    @Test
    void clientWithoutServerIsNotKeptForEver() throws IOException {
        ClockOffset.responder(session(), CLOCK, KernelClock.system());
        ClockOffset client = ClockOffset.initiator(session(), CLOCK, KernelClock.system());

        client.measure();
        client.measure();

        assertThat(client.nanos()).isEqualTo(MeasurementConditions.NO_BOUND);
    }

    @Test
    void serverWaitsForNoClientThatTakesNoPart() throws IOException {
        ClockOffset server = ClockOffset.responder(session(), CLOCK, KernelClock.system());

        server.measure();

        assertThat(server.nanos()).isEqualTo(MeasurementConditions.NO_BOUND);
    }

    @Test
    void clientThatDiesIsNotWaitedForForEver() throws IOException {
        ClockOffset server = ClockOffset.responder(session(), CLOCK, KernelClock.system());
        ClockOffset.initiator(session(), CLOCK, KernelClock.system());

        server.measure();

        assertThat(server.nanos()).isEqualTo(MeasurementConditions.NO_BOUND);
    }

    @Test
    void clientThatDoesNotSeeTheServersPageProvesNothing() throws IOException {
        ClockOffset client = ClockOffset.initiator(session(), CLOCK, KernelClock.system());

        client.measure();

        assertThat(client.nanos()).isEqualTo(MeasurementConditions.NO_BOUND);
    }

    private long proven(LongUnaryOperator serversClock, int series) throws Exception {
        return proven(serversClock, series, KernelClock.system());
    }

    private long proven(LongUnaryOperator serversClock, KernelClock servers, KernelClock clients) throws Exception {
        ClockOffset server = ClockOffset.responder(session(), () -> serversClock.applyAsLong(CLOCK.nanos()), servers);
        ClockOffset client = ClockOffset.initiator(session(), CLOCK, clients);
        exchange(server, client);
        return client.nanos();
    }

    private long proven(LongUnaryOperator serversClock, int series, KernelClock kernel) throws Exception {
        ClockOffset server = ClockOffset.responder(session(), () -> serversClock.applyAsLong(CLOCK.nanos()), kernel);
        ClockOffset client = ClockOffset.initiator(session(), CLOCK, kernel);
        for (int i = 0; i < series; i++) {
            exchange(server, client);
        }
        assertThat(server.nanos()).isEqualTo(client.nanos());
        return client.nanos();
    }

    private static void exchange(ClockOffset server, ClockOffset client) throws Exception {
        CompletableFuture<Void> answers = CompletableFuture.runAsync(server::measure);
        client.measure();
        answers.get(30, TimeUnit.SECONDS);
    }

    /** A kernel that says this of the time namespace. */
    private KernelClock kernel(String timeNamespace) throws IOException {
        Path root = Files.createTempDirectory(kernels, "kernel");
        Files.createDirectories(root.resolve("proc/sys/kernel/random"));
        Files.writeString(root.resolve("proc/sys/kernel/random/boot_id"), "2f6e");
        Files.createDirectories(root.resolve("proc/self/ns"));
        Files.createSymbolicLink(root.resolve("proc/self/ns/time"), Path.of(timeNamespace));
        return new KernelClock(root);
    }

    private Session session() {
        return new Session(scratch, Token.random(), 1, 0, Duration.ofSeconds(1));
    }
}
