package org.ipcbench.workload.call;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.HdrHistogram.Histogram;
import org.ipcbench.measure.clock.FakeClock;
import org.ipcbench.measure.sample.Recorder;
import org.ipcbench.transport.MemoryChannel;
import org.ipcbench.workload.ClientHalf;
import org.ipcbench.workload.Extent;
import org.ipcbench.workload.ServerHalf;
import org.ipcbench.workload.message.Payload;
import org.ipcbench.workload.shape.Shape;
import org.ipcbench.workload.shape.SizeMix;
import org.ipcbench.workload.shape.SizeMix.Weighted.Part;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Both halves on one thread, with requests whose sizes differ. */
final class MixedCallsTest {
    private static final int LARGEST_BYTES = 4_096;

    /** Each layout of messages is among them. */
    private static final SizeMix MIX = new SizeMix.Weighted(
            "mix:sizes", List.of(new Part(1, 1), new Part(8, 2), new Part(65, 3), new Part(LARGEST_BYTES, 1)));

    private final FakeClock clock = new FakeClock();
    private final Recorder asked = new Recorder();
    private final Recorder answered = new Recorder();
    private final List<Integer> requests = new ArrayList<>();
    private final List<Integer> answers = new ArrayList<>();

    private ClientHalf connect(Shape shape, Payload payload) throws IOException {
        PingPong calls = new PingPong(new Extent.Count(1), shape, payload);
        MemoryChannel.Ends ends = MemoryChannel.connect(LARGEST_BYTES);
        ServerHalf server = calls.server(ends.server(), LARGEST_BYTES, answered, clock);
        ends.client().whenStarved(() -> {
            int bytes = ends.client().underway().getFirst().length;
            requests.add(bytes);
            clock.advance(bytes);
            server.step();
            answers.add(ends.server().underway().getFirst().length);
        });
        ClientHalf client = calls.client(ends.client(), LARGEST_BYTES, asked, clock);
        client.sampleEvery(1);
        return client;
    }

    @ParameterizedTest
    @EnumSource(Payload.class)
    void requestsHaveTheSizesOfTheMixAndAnswersTheSizesOfTheirRequests(Payload payload) throws IOException {
        int[] sequence = MIX.sequence();

        connect(Shape.of(MIX), payload).batch(sequence.length + 3L);

        assertThat(requests.subList(0, sequence.length))
                .isEqualTo(Arrays.stream(sequence).boxed().toList());
        assertThat(requests.subList(sequence.length, requests.size()))
                .isEqualTo(requests.subList(0, 3)); // it begins again
        assertThat(answers).isEqualTo(requests);
        assertThat(answered.messages()).isEqualTo(requests.size());
    }

    @Test
    void answersOfATraceHaveTheirOwnSizes() throws IOException {
        SizeMix trace = new SizeMix.Trace(
                "trace:calls", List.of(0L, 1L, 2L), List.of(1, 65, 8), List.of(8, LARGEST_BYTES, 1), List.of());

        connect(Shape.of(trace), Payload.TOUCHED).batch(4);

        assertThat(requests).containsExactly(1, 65, 8, 1);
        assertThat(answers).containsExactly(8, LARGEST_BYTES, 1, 8);
        assertThat(Shape.of(trace).answerBytes()).isEqualTo(1_368);
        assertThat(Shape.of(trace).largestBytes()).isEqualTo(LARGEST_BYTES);
    }

    @Test
    void everyBatchBeginsWithTheSameSizes() throws IOException {
        ClientHalf client = connect(Shape.of(MIX), Payload.TOUCHED);

        client.batch(1);
        client.batch(5);
        client.batch(9);

        assertThat(requests.subList(1, 6)).isEqualTo(requests.subList(6, 11));
        assertThat(requests.get(0)).isEqualTo(requests.get(1));
    }

    @Test
    void answersMayHaveOneSize() throws IOException {
        connect(Shape.of(MIX).answeredBy(100), Payload.FULL).batch(500);

        assertThat(answers).hasSize(500).containsOnly(100);
        assertThat(requests).contains(1, 8, 65, LARGEST_BYTES);
    }

    @Test
    void latenciesAreAlsoRecordedBySize() throws IOException {
        connect(Shape.of(MIX), Payload.TOUCHED).batch(2_000);

        List<Histogram> bySize = asked.latenciesBySize();
        assertThat(asked.sizeClasses()).containsExactly(1, 8, 65, LARGEST_BYTES);
        assertThat(bySize.stream().mapToLong(Histogram::getTotalCount).sum())
                .isEqualTo(asked.latencies().getTotalCount())
                .isEqualTo(2_000);
        assertThat(bySize.get(2).getMaxValue()).isEqualTo(65);
        assertThat(bySize.get(2).getMinValue()).isEqualTo(65);
        assertThat(bySize.get(3).getMinValue()).isGreaterThan(4_000);
        assertThat(bySize.get(2).getTotalCount()).isBetween(800L, 900L);
    }

    @Test
    void halvesOfAnotherMeanAreRefused() {
        Shape plain = Shape.of(MIX);
        Shape wrong = new Shape(
                plain.requestBytes() + 1,
                plain.ownAnswerBytes(),
                plain.work(),
                plain.inFlight(),
                plain.mix(),
                plain.codec());

        assertThatExceptionOfType(UnsupportedOperationException.class)
                .isThrownBy(() -> connect(wrong, Payload.TOUCHED));
    }
}
