package org.ipcbench.workload.call;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import org.ipcbench.measure.BatchTimer;
import org.ipcbench.measure.clock.NanoClock;
import org.ipcbench.measure.result.Mark;
import org.ipcbench.measure.sample.Recorder;
import org.ipcbench.transport.DuplexChannel;
import org.ipcbench.transport.MemoryChannel;
import org.ipcbench.workload.ClientHalf;
import org.ipcbench.workload.Extent;
import org.ipcbench.workload.ServerHalf;
import org.ipcbench.workload.call.OverlappingClient.AnswerReceiver;
import org.ipcbench.workload.call.OverlappingClient.Answers;
import org.ipcbench.workload.load.ArrivalPattern;
import org.ipcbench.workload.load.Schedule;
import org.ipcbench.workload.load.Schedule.DueTimes;
import org.ipcbench.workload.load.SpinningLoad;
import org.ipcbench.workload.message.Payload;
import org.ipcbench.workload.shape.Shape;
import org.ipcbench.workload.shape.SizeMix;
import org.ipcbench.workload.shape.SizeMix.Weighted.Part;
import org.junit.jupiter.api.Test;

/**
 * Calls at the times of a schedule, several of them under way, simulated: a server needs a fixed time for each call, and its answer is
 * received at the very nanosecond at which it comes. Each look at the clock takes a little.
 */
final class OverlappingTest {
    private static final int REQUEST_BYTES = 64;
    private static final int LARGEST_BYTES = 4_096;
    private static final long LOOK_NANOS = 10;
    private static final int CALLS = 2_000;

    private final Recorder asked = new Recorder();
    private final Recorder answered = new Recorder();
    /** Number of calls under way after each one was sent. */
    private final List<Integer> underWay = new ArrayList<>();

    @SuppressWarnings("NullAway.Init") // each test begins with a run
    private Simulation simulated;

    /** A server with a queue: it takes the next request when it has answered the one before. */
    private final class Simulation implements NanoClock, DuplexChannel, Answers {
        private final MemoryChannel client;
        private final ServerHalf server;
        private final long serviceNanos;
        private final Queue<Long> answersAt = new ArrayDeque<>();
        private long nowNanos = 1;
        private long idleFrom;
        private boolean receiving;

        @SuppressWarnings("NullAway.Init") // known before the first call
        private AnswerReceiver receiver;

        private final Schedule due;
        private long startNanos;
        private double underWayNanos;
        private double unansweredNanos;

        Simulation(Shape shape, long serviceNanos, Schedule due) throws IOException {
            this.due = due;
            MemoryChannel.Ends ends = MemoryChannel.connect(LARGEST_BYTES);
            client = ends.client();
            server = new PingPong(new Extent.Count(1), shape, Payload.TOUCHED)
                    .server(ends.server(), LARGEST_BYTES, answered, this);
            this.serviceNanos = serviceNanos;
        }

        Answers receivedBy(AnswerReceiver by) {
            receiver = by;
            return this;
        }

        /** Each look at the clock lets time pass, in which answers come. */
        @Override
        public long nanos() {
            passUntil(nowNanos + LOOK_NANOS);
            return nowNanos;
        }

        private void passUntil(long nanos) {
            while (!receiving && !answersAt.isEmpty() && answersAt.element() <= nanos) {
                nowNanos = answersAt.remove();
                receiving = true; // which looks at the clock
                try {
                    receiver.receive();
                } catch (IOException e) {
                    throw new IllegalStateException(e);
                }
                receiving = false;
            }
            nowNanos = Math.max(nowNanos, receiving ? nowNanos : nanos);
        }

        @Override
        public ByteBuffer claim(int length) {
            return client.claim(length);
        }

        @Override
        public void commit() throws IOException {
            client.commit();
            server.step();
            idleFrom = Math.max(idleFrom, nowNanos) + serviceNanos;
            answersAt.add(idleFrom);
            underWayNanos += (double) (idleFrom - nowNanos);
            unansweredNanos += (double) (idleFrom - startNanos - due.next());
            underWay.add(answersAt.size());
        }

        @Override
        public ByteBuffer receive(int length) throws IOException {
            return client.receive(length);
        }

        /** The mean time from the sending of a call to its answer. */
        double meanUnderWayNanos() {
            return underWayNanos / underWay.size();
        }

        /** The mean number of calls that are due and have no answer. */
        double meanUnanswered(double nanos) {
            return unansweredNanos / nanos;
        }

        @Override
        public void beginBatch() {
            startNanos = nowNanos;
        }

        @Override
        public void await(long number) {
            while (asked.messages() - answersAt.size() < number) {
                passUntil(answersAt.element());
            }
        }

        @Override
        public void close() {}
    }

    /** @return the time until the last answer, in nanoseconds */
    private double run(Shape shape, long gapNanos, long serviceNanos, ArrivalPattern arrivals) throws IOException {
        DueTimes times = new DueTimes(arrivals, (double) gapNanos, 0.5, 1);
        Simulation simulation = new Simulation(shape, serviceNanos, times.schedule());
        simulated = simulation;
        OverlappingClient calls = new OverlappingClient(
                simulation,
                shape,
                Payload.TOUCHED,
                asked,
                simulation,
                true,
                (underWay, receiver) -> simulation.receivedBy(receiver));
        ClientHalf client = SpinningLoad.of(calls, times, asked, simulation);
        client.sampleEvery(1);
        BatchTimer part = new BatchTimer(asked, simulation, () -> 0, () -> Mark.UNKNOWN_CPU);

        client.batchLasting(CALLS * gapNanos, part, (double) gapNanos);

        return (double) part.elapsedNanos();
    }

    private static Shape calls(int inFlight) {
        return Shape.of(REQUEST_BYTES).answeredBy(100).inFlight(inFlight);
    }

    @Test
    void callGoesOutWhenItIsDueAlthoughOthersAreUnderWay() throws IOException {
        run(calls(8), 10_000, 9_000, new ArrivalPattern.Burst(5));

        assertThat(asked.messages()).isEqualTo(CALLS);
        assertThat(answered.messages()).isEqualTo(CALLS);
        assertThat(underWay).contains(5).allMatch(number -> number <= 5);
        assertThat(asked.latencies().getTotalCount()).isEqualTo(CALLS);
        assertThat(asked.latencies().getMinValue()).isBetween(9_000L, 9_200L);
        assertThat(asked.latencies().getMaxValue()).isBetween(45_000L, 46_000L);
    }

    /** Of five at once, three wait for a place, and their latencies begin when they were due. */
    @Test
    void callWaitsIfTooManyAreUnderWayAndTheWaitBelongsToItsLatency() throws IOException {
        run(calls(2), 10_000, 9_000, new ArrivalPattern.Burst(5));

        assertThat(underWay).contains(2).allMatch(number -> number <= 2);
        assertThat(asked.latencies().getTotalCount()).isEqualTo(CALLS);
        assertThat(asked.latencies().getCountBetweenValues(44_900, 46_500)).isEqualTo(CALLS / 5);
        assertThat(asked.offer())
                .hasValueSatisfying(offer -> assertThat(offer.lateness().maximumNanos())
                        .as("the sender's own fault")
                        .isLessThan(50 * LOOK_NANOS));
    }

    /** Each call is 3 µs later than the one before. */
    @Test
    void latencyOfAnOverloadGrowsWithItsLength() throws IOException {
        run(calls(4), 6_000, 9_000, new ArrivalPattern.Constant());

        assertThat(asked.latencies().getMaxValue()).isBetween(CALLS * 2_950L, CALLS * 3_100L);
        assertThat(underWay.subList(100, CALLS)).containsOnly(4);
    }

    /** Little's law: on average as many calls are under way as are sent in the time from the sending of one to its answer. */
    @Test
    void fullDepthIsTheRateTimesTheTimeUnderWay() throws IOException {
        double nanos = run(calls(4), 6_000, 9_000, new ArrivalPattern.Constant());

        assertThat(CALLS / nanos * simulated.meanUnderWayNanos()).isBetween(3.96, 4.04);
    }

    /** And with random times: as many wait or are under way as become due in the time that one takes. */
    @Test
    void unansweredCallsAreTheRateTimesTheLatency() throws IOException {
        double gapNanos = 10_000;
        double nanos = run(calls(3), (long) gapNanos, 8_000, new ArrivalPattern.Poisson());

        assertThat(asked.messages() / nanos * asked.latencies().getMean())
                .isBetween(0.99 * simulated.meanUnanswered(nanos), 1.01 * simulated.meanUnanswered(nanos));
    }

    /** Pollaczek and Khinchine: random times, a fixed service time. */
    @Test
    void depthThatIsNeverReachedLeavesAQueueAtTheServer() throws IOException {
        run(calls(1_000), 10_000, 5_000, new ArrivalPattern.Poisson());

        double busy = 0.5;
        double expected = 5_000 * (1 + busy / (2 * (1 - busy)));
        assertThat(asked.latencies().getMean()).isBetween(0.9 * expected, 1.1 * expected);
    }

    @Test
    void sizesMayDiffer() throws IOException {
        SizeMix mix = new SizeMix.Weighted(
                "mix:sizes", List.of(new Part(1, 1), new Part(8, 2), new Part(65, 3), new Part(LARGEST_BYTES, 1)));

        run(Shape.of(mix).inFlight(3), 10_000, 25_000, new ArrivalPattern.Burst(4));

        assertThat(asked.messages()).isEqualTo(answered.messages()).isGreaterThan(100);
        assertThat(asked.latenciesBySize()).hasSize(4).allMatch(latencies -> latencies.getTotalCount() > 0);
    }
}
