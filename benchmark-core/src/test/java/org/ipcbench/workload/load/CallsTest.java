package org.ipcbench.workload.load;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import org.ipcbench.measure.BatchTimer;
import org.ipcbench.measure.clock.FakeClock;
import org.ipcbench.measure.result.Mark;
import org.ipcbench.measure.sample.Recorder;
import org.ipcbench.transport.MemoryChannel;
import org.ipcbench.workload.ClientHalf;
import org.ipcbench.workload.Extent;
import org.ipcbench.workload.Question;
import org.ipcbench.workload.ServerHalf;
import org.ipcbench.workload.message.Payload;
import org.ipcbench.workload.shape.Shape;
import org.junit.jupiter.api.Test;

/** Calls at given times, each of which takes the server a fixed time; each look at the clock takes a little, too. */
final class CallsTest {
    private static final long SERVICE_NANOS = 7_000;
    private static final long LOOK_NANOS = 10;
    private static final int MESSAGES = 200;

    private final FakeClock clock = new FakeClock(LOOK_NANOS);
    private final Recorder asked = new Recorder();
    private final Recorder answered = new Recorder();

    private void run(long gapNanos) throws IOException {
        Load calls = calls(gapNanos);
        MemoryChannel.Ends ends = MemoryChannel.connect(4096);
        ServerHalf server = calls.server(ends.server(), 4096, answered, clock);
        ends.client().whenStarved(() -> {
            clock.advance(SERVICE_NANOS);
            server.step();
        });
        ClientHalf client = calls.client(ends.client(), 4096, asked, clock);
        client.sampleEvery(1);

        calls.extent().run(client, new BatchTimer(asked, clock, () -> 0, () -> Mark.UNKNOWN_CPU), (double) gapNanos);
    }

    private static Load calls(long gapNanos) {
        return new Load(
                        new Extent.Period(MESSAGES * gapNanos),
                        64,
                        Payload.TOUCHED,
                        1e9 / gapNanos,
                        new ArrivalPattern.Constant(),
                        Pacing.SPIN)
                .of(Shape.of(64).answeredBy(4096));
    }

    @Test
    void latencyIsTheTimeFromTheScheduleToTheAnswer() throws IOException {
        run(10_000);

        assertThat(asked.messages()).isEqualTo(MESSAGES);
        assertThat(answered.messages()).isEqualTo(MESSAGES);
        assertThat(asked.latencies().getTotalCount()).isEqualTo(MESSAGES);
        assertThat(asked.latencies().getMinValue()).isGreaterThanOrEqualTo(SERVICE_NANOS);
        assertThat(asked.latencies().getMaxValue()).isLessThan(SERVICE_NANOS + 20 * LOOK_NANOS);
        assertThat(answered.latencies().getTotalCount()).isZero();
    }

    /** Each call is 2 µs later than the one before. */
    @Test
    void callThatIsDueWhileTheOneBeforeIsUnderWayWaits() throws IOException {
        run(5_000);

        assertThat(asked.messages()).isEqualTo(MESSAGES);
        assertThat(asked.latencies().getMaxValue()).isBetween(MESSAGES * 2_000L, MESSAGES * 2_200L + SERVICE_NANOS);
        assertThat(asked.offer()).hasValueSatisfying(offer -> {
            assertThat(offer.messages()).isEqualTo(MESSAGES);
            assertThat(offer.lateness().maximumNanos())
                    .as("the sender's own fault")
                    .isLessThan(2 * MESSAGES * LOOK_NANOS);
        });
    }

    @Test
    void loadWithAShapeIsAnotherQuestion() {
        Load calls = calls(10_000);

        assertThat(calls.question()).isEqualTo(Question.CALLS);
        assertThat(calls.atRate(5).inRound(3).share(1, 2).question()).isEqualTo(Question.CALLS);
        assertThat(calls.ofSize(128).requestBytes()).isEqualTo(128);
        assertThat(calls.ofSize(128).answerBytes()).isEqualTo(4096);
        assertThat(calls.of(Shape.of(64).inFlight(2)).share(1, 2).inFlight()).isEqualTo(2);
    }
}
