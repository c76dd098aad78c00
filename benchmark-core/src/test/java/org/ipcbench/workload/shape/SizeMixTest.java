package org.ipcbench.workload.shape;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.ipcbench.workload.shape.Shape.SizeQuantiles;
import org.ipcbench.workload.shape.SizeMix.Lognormal;
import org.ipcbench.workload.shape.SizeMix.Weighted;
import org.ipcbench.workload.shape.SizeMix.Weighted.Part;
import org.junit.jupiter.api.Test;

class SizeMixTest {
    private static final Weighted MIX =
            new Weighted("mix:calls", List.of(new Part(64, 70), new Part(1_024, 25), new Part(16_384, 5)));

    @Test
    void sizesOccurAsOftenAsTheirWeightsSay() {
        int[] sequence = MIX.sequence();

        assertThat(share(sequence, 64)).isCloseTo(0.70, within(0.001));
        assertThat(share(sequence, 1_024)).isCloseTo(0.25, within(0.001));
        assertThat(share(sequence, 16_384)).isCloseTo(0.05, within(0.001));
    }

    @Test
    void rareSizeOccursNevertheless() {
        Weighted rare = new Weighted("mix:rare", List.of(new Part(64, 1_000_000), new Part(4_096, 0.001)));

        assertThat(rare.sequence()).contains(4_096);
        assertThat(rare.largestBytes()).isEqualTo(4_096);
    }

    /** A fast transport goes through the sequence many times, a slow one sees its beginning only. */
    @Test
    void beginningOfTheSequenceHasTheSameDistribution() {
        for (SizeMix mix : List.of(MIX, new Lognormal(1_000, 1))) {
            int[] sequence = mix.sequence();
            double mean = Arrays.stream(sequence).average().orElseThrow();

            assertThat(Arrays.stream(sequence).limit(1_024).average().orElseThrow())
                    .isCloseTo(mean, within(0.1 * mean));
        }
    }

    @Test
    void neighboursAreNotRelated() {
        int[] sequence = new Lognormal(1_000, 1).sequence();
        int median = 1_000;

        long changes = IntStream.range(1, sequence.length)
                .filter(i -> sequence[i] > median != sequence[i - 1] > median)
                .count();

        assertThat((double) changes / sequence.length).isCloseTo(0.5, within(0.05));
    }

    @Test
    void bothPeersMakeTheSameSequence() {
        assertThat(MIX.sequence()).isEqualTo(new Weighted("mix:calls", MIX.parts()).sequence());
        assertThat(new Lognormal(800, 1.5).sequence()).isEqualTo(new Lognormal(800, 1.5).sequence());
    }

    @Test
    void lognormalSizesHaveTheirQuantiles() {
        SizeQuantiles quantiles = SizeQuantiles.of(new Lognormal(10_000, 1));

        assertThat(quantiles.p50Bytes()).isCloseTo(10_000, within(20));
        assertThat(quantiles.meanBytes()).isCloseTo((int) (10_000 * Math.exp(0.5)), within(150));
        assertThat(quantiles.p99Bytes()).isCloseTo((int) (10_000 * Math.exp(2.3263)), within(1_500));
        assertThat(new Lognormal(10_000, 1).largestBytes()).isEqualTo(quantiles.largestBytes());
        assertThat(new Lognormal(10_000, 1).label()).isEqualTo("lognormal:10000,1");
    }

    @Test
    void fewSizesAreClassesAndManyAreDividedAtTheirQuantiles() {
        assertThat(SizeQuantiles.classes(MIX.sequence())).containsExactly(64, 1_024, 16_384);

        int[] many = new Lognormal(1_000, 1).sequence();
        SizeQuantiles quantiles = SizeQuantiles.of(many);
        assertThat(SizeQuantiles.classes(many))
                .containsExactly(
                        quantiles.p50Bytes(), quantiles.p90Bytes(), quantiles.p99Bytes(), quantiles.largestBytes());
    }

    @Test
    void traceKeepsItsOrder() {
        SizeMix.Trace trace = new SizeMix.Trace("trace:t", List.of(0L, 5L, 30L), List.of(300, 1, 20));

        assertThat(trace.sequence()).containsExactly(300, 1, 20);
        assertThat(trace.largestBytes()).isEqualTo(300);
        assertThat(trace.gapNanos()).isEqualTo(15);
        assertThatThrownBy(() -> new SizeMix.Trace("trace:t", List.of(0L, 30L, 5L), List.of(1, 1, 1)))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> new SizeMix.Trace("trace:t", List.of(0L, 30L), List.of(1)))
                .isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void impossibleMixesAreRefused() {
        assertThatThrownBy(() -> new Part(64, -1)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> new Weighted("mix:none", List.of())).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> new Lognormal(64, 0)).isInstanceOf(IllegalArgumentException.class);
    }

    private static double share(int[] sequence, int bytes) {
        return (double) Arrays.stream(sequence).filter(size -> size == bytes).count() / sequence.length;
    }
}
