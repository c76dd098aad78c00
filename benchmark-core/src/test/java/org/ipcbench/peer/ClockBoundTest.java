package org.ipcbench.peer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

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
import org.ipcbench.measure.Circumstances;
import org.ipcbench.measure.NanoClock;
import org.ipcbench.transport.Session;
import org.ipcbench.transport.Token;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(60)
final class ClockBoundTest {
    private static final NanoClock CLOCK = NanoClock.system();
    private static final long AN_HOUR = Duration.ofHours(1).toNanos();

    @TempDir
    private Path scratch;

    @Test
    void clockThatIsSharedIsProvenToBeOne() throws Exception {
        long bound = proven(nanos -> nanos, 2);

        assertThat(bound).isBetween(0L, Duration.ofSeconds(1).toNanos());
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
                1);

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
        ClockBound server = ClockBound.answering(session(), () -> CLOCK.nanos() + ahead.get());
        ClockBound client = ClockBound.asking(session(), CLOCK);
        exchange(server, client);
        assertThat(client.nanos()).isLessThan(AN_HOUR);

        ahead.set(AN_HOUR);
        exchange(server, client);

        assertThat(client.nanos()).isGreaterThanOrEqualTo(AN_HOUR);
    }

    @Test
    void pageIsForThisUserAlone() throws IOException {
        ClockBound.answering(session(), CLOCK);

        try (var files = Files.list(scratch)) {
            assertThat(files)
                    .singleElement()
                    .satisfies(page -> assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(page)))
                            .isEqualTo("rw-------"));
        }
    }

    @Test
    void clientWithoutServerIsNotKeptForEver() throws IOException {
        ClockBound.answering(session(), CLOCK);
        ClockBound client = ClockBound.asking(session(), CLOCK);

        client.prove();
        client.prove();

        assertThat(client.nanos()).isEqualTo(Circumstances.NO_BOUND);
    }

    @Test
    void serverWaitsForNoClientThatTakesNoPart() throws IOException {
        ClockBound server = ClockBound.answering(session(), CLOCK);

        server.prove();

        assertThat(server.nanos()).isEqualTo(Circumstances.NO_BOUND);
    }

    @Test
    void clientThatDiesIsNotWaitedForForEver() throws IOException {
        ClockBound server = ClockBound.answering(session(), CLOCK);
        ClockBound.asking(session(), CLOCK);

        server.prove();

        assertThat(server.nanos()).isEqualTo(Circumstances.NO_BOUND);
    }

    @Test
    void clientOfAServerThatMadeNoPageFails() {
        assertThatThrownBy(() -> ClockBound.asking(session(), CLOCK)).isInstanceOf(IOException.class);
    }

    private long proven(LongUnaryOperator serversClock, int series) throws Exception {
        ClockBound server = ClockBound.answering(session(), () -> serversClock.applyAsLong(CLOCK.nanos()));
        ClockBound client = ClockBound.asking(session(), CLOCK);
        for (int i = 0; i < series; i++) {
            exchange(server, client);
        }
        assertThat(server.nanos()).isEqualTo(client.nanos());
        return client.nanos();
    }

    private static void exchange(ClockBound server, ClockBound client) throws Exception {
        CompletableFuture<Void> answers = CompletableFuture.runAsync(server::prove);
        client.prove();
        answers.get(30, TimeUnit.SECONDS);
    }

    private Session session() {
        return new Session(scratch, Token.random(), 1, 0, Duration.ofSeconds(1));
    }
}
