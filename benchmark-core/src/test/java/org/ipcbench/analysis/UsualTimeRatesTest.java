package org.ipcbench.analysis;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.function.ToDoubleFunction;
import org.ipcbench.analysis.statistics.Sample;
import org.ipcbench.measure.result.Mark;
import org.ipcbench.measure.result.Measurement;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * How often a cell that is 5 % faster than another one seems slower because something disturbed it, by simulation: by the usual
 * time of a message, on which ranks and cost models rest, and by estimators that they might rest on. Five iterations with CV 2 %,
 * their parts with CV 5 %. Leaves its table in {@code target/usual-time.md}.
 */
@Tag("full")
final class UsualTimeRatesTest {
    private static final int TRIALS = 300;
    private static final int ITERATIONS = 5;
    private static final double LEAD = 1.05;
    private static final RatesTable TABLE = new RatesTable("usual-time.md");

    /** What happens to the faster cell, and how often its usual time may seem longer, in percent. */
    private enum Disturbance {
        NONE("nothing", 3) {
            @Override
            void apply(Occasion occasion, int iteration, Noise noise) {
                // an iteration as it should be
            }
        },
        STALL("200 ms in 500 ms, once in five", 3) {
            @Override
            void apply(Occasion occasion, int iteration, Noise noise) {
                if (iteration == 2) {
                    occasion.part(9, 1 + 0.4 * Occasion.PARTS);
                }
            }
        },
        SLOW_START("the first eighth takes 1.5×", 3) {
            @Override
            void apply(Occasion occasion, int iteration, Noise noise) {
                occasion.part(0, 1.5).part(1, 1.5);
            }
        },
        SLOW_ROUND("one iteration of five at 0.7 of its rate", 3) {
            @Override
            void apply(Occasion occasion, int iteration, Noise noise) {
                for (int part = 0; iteration == 2 && part < Occasion.PARTS; part++) {
                    occasion.part(part, 1 / 0.7);
                }
            }
        },
        SLOW_PARTS("a fifth of the parts takes 3×", 10) {
            @Override
            void apply(Occasion occasion, int iteration, Noise noise) {
                for (int part = 0; part < Occasion.PARTS; part++) {
                    occasion.part(part, noise.chance(0.2) ? 3 : 1);
                }
            }
        };

        private final String words;
        private final double most;

        Disturbance(String words, double most) {
            this.words = words;
            this.most = most;
        }

        abstract void apply(Occasion occasion, int iteration, Noise noise);
    }

    @ParameterizedTest
    @EnumSource
    void usualTimeWithstandsADisturbance(Disturbance disturbance) {
        double usual =
                wrong(disturbance, iterations -> Summary.of(iterations).speed().usualMessageNanos());
        double trimmed = wrong(
                disturbance,
                iterations -> trimmed(
                        0.2,
                        iterations.stream()
                                .mapToDouble(iteration -> trimmed(0.25, parts(iteration)))
                                .toArray()));
        double mean =
                wrong(disturbance, iterations -> 1e9 / Summary.of(iterations).messagesPerSecond());

        TABLE.add("the faster seems slower by medians", disturbance.words, usual);
        TABLE.add("the faster seems slower by trimmed means", disturbance.words, trimmed);
        TABLE.add("the faster seems slower by means", disturbance.words, mean);
        assertThat(usual)
                .as(String.format(Locale.ROOT, "trimmed %.0f %%, mean %.0f %%", trimmed, mean))
                .isLessThanOrEqualTo(disturbance.most);
    }

    @AfterAll
    static void keepTheTable() throws IOException {
        TABLE.write();
    }

    private static double wrong(Disturbance disturbance, ToDoubleFunction<List<Measurement>> messageNanos) {
        Noise noise = new Noise();
        return Noise.percent(
                TRIALS,
                () -> messageNanos.applyAsDouble(iterations(noise, LEAD, disturbance))
                        > messageNanos.applyAsDouble(iterations(noise, 1, Disturbance.NONE)));
    }

    private static List<Measurement> iterations(Noise noise, double rate, Disturbance disturbance) {
        List<Measurement> iterations = new ArrayList<>();
        for (int i = 0; i < ITERATIONS; i++) {
            Occasion occasion = new Occasion().rate(rate * noise.rate(0.02));
            for (int part = 0; part < Occasion.PARTS; part++) {
                occasion.part(part, noise.rate(0.05));
            }
            disturbance.apply(occasion, i, noise);
            iterations.add(occasion.measurement());
        }
        return iterations;
    }

    private static double[] parts(Measurement iteration) {
        List<Mark> marks = iteration.clientConditions().marks();
        double[] nanos = new double[marks.size() - 1];
        for (int i = 0; i < nanos.length; i++) {
            nanos[i] = (double) (marks.get(i + 1).nanos() - marks.get(i).nanos())
                    / (marks.get(i + 1).messages() - marks.get(i).messages());
        }
        return nanos;
    }

    /** The mean without this share of the values at either end. */
    private static double trimmed(double share, double[] values) {
        double[] ascending = new Sample(values).ascending();
        int left = (int) (share * values.length);
        return new Sample(Arrays.copyOfRange(ascending, left, values.length - left)).mean();
    }
}
