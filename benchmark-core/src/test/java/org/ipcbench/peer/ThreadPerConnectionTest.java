package org.ipcbench.peer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;

import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.DoubleSupplier;
import java.util.stream.IntStream;
import org.ipcbench.control.ControlMessage.Assign;
import org.ipcbench.control.ControlMessage.ConnectionShare;
import org.ipcbench.measure.clock.NanoClock;
import org.ipcbench.measure.sample.Recorder;
import org.ipcbench.peer.Connection.Given;
import org.ipcbench.peer.Connections.Announcement;
import org.ipcbench.transport.Channel;
import org.ipcbench.transport.Session;
import org.ipcbench.transport.Token;
import org.ipcbench.workload.Extent;
import org.ipcbench.workload.Serving;
import org.ipcbench.workload.stream.MessageStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Three connections that note what becomes of them. */
@Timeout(60)
final class ThreadPerConnectionTest {
    private static final int NUMBER = 3;

    private final List<String> notes = new CopyOnWriteArrayList<>();
    private int failing = -1;

    @Test
    void allEndAStageBeforeOneBeginsTheNext() throws Exception {
        try (Connections connections = connections()) {
            connections.open(() -> notes.add("announced"));
            connections.warmUp(1, () -> 1);
            connections.measure(Announcement.NONE);
            connections.settle();
        }

        assertThat(notes.subList(0, 4)).containsExactlyInAnyOrder("announced", "open 0", "open 1", "open 2");
        assertThat(notes.subList(4, 7)).containsExactlyInAnyOrder("warm 0", "warm 1", "warm 2");
        assertThat(notes.subList(7, 13))
                .containsExactlyInAnyOrder(
                        "measured 0", "measured 1", "measured 2", "linger 0", "linger 1", "linger 2");
        assertThat(notes.indexOf("linger 0")).as("at once").isGreaterThan(notes.indexOf("measured 0"));
        assertThat(notes.subList(13, notes.size())).containsExactlyInAnyOrder("closed 0", "closed 1", "closed 2");
    }

    @Test
    void firstFailureEndsTheStageAndNamesItsConnection() throws Exception {
        failing = 1;
        try (Connections connections = connections()) {
            connections.open(Announcement.NONE);

            assertThatIOException()
                    .isThrownBy(() -> connections.warmUp(1, () -> 1))
                    .withMessage("connection 2 of 3")
                    .havingCause()
                    .withMessage("broken");
        }
        assertThat(notes)
                .as("only what no other thread uses is closed")
                .doesNotContain("closed 0", "closed 2")
                .contains("closed 1");
    }

    private Connections connections() {
        Session session = new Session(Path.of(""), Token.random(), 1, 0, Duration.ofSeconds(1)).withConnections(NUMBER);
        Assign assign = new Assign(
                "noting",
                new MessageStream(new Extent.Count(NUMBER), 1),
                session,
                ConnectionShare.ofServer(NUMBER, Serving.THREADS),
                1);
        return new ThreadPerConnection(
                Serving.THREADS,
                IntStream.range(0, NUMBER).mapToObj(i -> new Noting(assign, i)).toList());
    }

    private final class Noting extends DrivenConnection {
        private final int number;

        Noting(Assign assign, int number) {
            super(
                    Given.of(assign, number, NanoClock.system(), ClockOffset.NONE, unwatched -> {}),
                    List.of(new Recorder()),
                    opened -> {
                        notes.add("open " + number);
                        return new Unused();
                    });
            this.number = number;
        }

        @Override
        Closeable half(Channel channel) {
            return () -> notes.add("closed " + number);
        }

        @Override
        void warmUp(long limitNanos, DoubleSupplier sampleCost) throws IOException {
            if (number == failing) {
                throw new IOException("broken");
            }
            notes.add("warm " + number);
        }

        @Override
        void measure() {
            notes.add("measured " + number);
        }

        @Override
        void linger() {
            notes.add("linger " + number);
        }
    }

    /** Nothing is sent on it. */
    private static final class Unused implements Channel {
        @Override
        public ByteBuffer claim(int length) {
            throw new IllegalStateException("nothing is sent");
        }

        @Override
        public void commit() {
            throw new IllegalStateException("nothing is sent");
        }

        @Override
        public ByteBuffer receive(int length) {
            throw new IllegalStateException("nothing is sent");
        }

        @Override
        public void close() {
            // nothing is open
        }
    }
}
