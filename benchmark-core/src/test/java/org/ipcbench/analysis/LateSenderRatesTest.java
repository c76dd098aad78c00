package org.ipcbench.analysis;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.HdrHistogram.Histogram;
import org.ipcbench.analysis.doubt.Reason;
import org.ipcbench.measure.result.Iteration;
import org.ipcbench.measure.result.Measurement;
import org.ipcbench.measure.sample.OfferedLoad;
import org.ipcbench.measure.sample.OfferedLoad.Lateness;
import org.ipcbench.measure.sample.Recorder;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** How often a late sender is named, by simulation: lognormal latencies, and a sender's lateness on top of them. */
@Tag("full")
final class LateSenderRatesTest {
    private static final int TRIALS = 40;
    private static final int ITERATIONS = 5;
    private static final int MESSAGES = 20_000;
    private static final double SIGMA = 0.5;

    /** What is simulated, and between which percentages of the trials the sender has to be named. */
    private enum Simulation {
        EXACT(5_000, 50, 0, 0, 0, 0),
        EXACT_FAST_TRANSPORT(400, 50, 0, 0, 0, 0),
        SELDOM_HELD_UP(5_000, 50, 1e-5, 1e6, 0, 2),
        HELD_UP_IN_FEW(10_000, 50, 2e-3, 200_000, 95, 100),
        HELD_UP_IN_SOME(10_000, 50, 2e-2, 200_000, 100, 100),
        SLEEPING(10_000, 60_000, 0, 0, 100, 100),
        SLEEPING_SLOW_TRANSPORT(2_000_000, 60_000, 0, 0, 0, 0);

        private final double medianNanos;
        private final double usualLatenessNanos;
        private final double holdUps;
        private final double holdUpNanos;
        private final int least;
        private final int most;

        Simulation(
                double medianNanos,
                double usualLatenessNanos,
                double holdUps,
                double holdUpNanos,
                int least,
                int most) {
            this.medianNanos = medianNanos;
            this.usualLatenessNanos = usualLatenessNanos;
            this.holdUps = holdUps;
            this.holdUpNanos = holdUpNanos;
            this.least = least;
            this.most = most;
        }

        private double latency(SplittableRandom random) {
            double bell =
                    Math.sqrt(-2 * Math.log(1 - random.nextDouble())) * Math.cos(2 * Math.PI * random.nextDouble());
            return medianNanos * Math.exp(SIGMA * bell);
        }

        private double lateness(SplittableRandom random) {
            double usual = usualLatenessNanos * (0.5 + random.nextDouble());
            return random.nextDouble() < holdUps ? usual - holdUpNanos * Math.log(1 - random.nextDouble()) : usual;
        }

        private Measurement iteration(SplittableRandom random) {
            Histogram latencies = new Recorder().latencies();
            Histogram lateness = new Recorder().latencies();
            for (int i = 0; i < MESSAGES; i++) {
                double late = lateness(random);
                lateness.recordValue((long) late);
                latencies.recordValue((long) (late + latency(random)));
            }
            return Iteration.of(MESSAGES, 2)
                    .draft()
                    .latencies(latencies)
                    .offering(new OfferedLoad(MESSAGES, 0, 2_000_000_000L, 0, Lateness.of(lateness)))
                    .measurement();
        }
    }

    @ParameterizedTest
    @EnumSource
    void senderIsNamedWhereItsLatenessIsSeenInThePercentiles(Simulation simulation) {
        SplittableRandom random = new SplittableRandom(20_230_815);
        long named = IntStream.range(0, TRIALS)
                .filter(trial -> isNamed(IntStream.range(0, ITERATIONS)
                        .mapToObj(iteration -> simulation.iteration(random))
                        .toList()))
                .count();

        assertThat(100.0 * named / TRIALS).isBetween((double) simulation.least, (double) simulation.most);
    }

    private static boolean isNamed(List<Measurement> iterations) {
        return Summary.of(iterations).reasons().stream().anyMatch(reason -> reason.kind() == Reason.Kind.LATE_SENDER);
    }
}
