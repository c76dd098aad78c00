package org.ipcbench.analysis;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.List;
import java.util.stream.Stream;
import org.ipcbench.analysis.doubt.Reason.Kind;
import org.ipcbench.analysis.statistics.Interval;
import org.ipcbench.analysis.statistics.Sample;
import org.ipcbench.measure.result.Measurement;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * How often a figure is called wide, by simulation: of the rule, and of other limits that it might have had. Leaves its table in
 * {@code target/wide.md}.
 */
final class WideRatesTest {
    private static final int TRIALS = 2000;

    /** Fewer, because each has its histograms. */
    private static final int CELLS = 500;

    /** Nanoseconds at a rate of 1. */
    private static final double LATENCY = 10_000;

    private static final RatesTable TABLE = new RatesTable("wide.md");

    /** In percent: between which bounds the rule calls the figure wide. */
    @Tag("full")
    @ParameterizedTest
    @CsvSource({
        "3, 2, 0, 1",
        "3, 5, 0, 3",
        "3, 10, 30, 45",
        "5, 5, 0, 0.5",
        "5, 10, 0, 2",
        "5, 20, 30, 50",
        "5, 30, 65, 85",
        "5, 50, 88, 97",
        "10, 20, 0, 3",
        "10, 50, 70, 95"
    })
    void scatterOfTheRatesMakesTheFigureWide(int count, double variationPercent, double least, double most) {
        double wide = wide(count, variationPercent / 100, 0);

        TABLE.add("wide", "rate, n = %d, CV %.0f %%".formatted(count, variationPercent), wide);
        assertThat(wide).isBetween(least, most);
    }

    @Tag("full")
    @ParameterizedTest
    @CsvSource({"3, 5, 0, 1", "3, 10, 5, 20", "5, 10, 0, 1", "5, 20, 5, 20", "5, 50, 75, 95", "5, 80, 90, 100"})
    void scatterOfThePercentilesMakesTheFigureWide(int count, double variationPercent, double least, double most) {
        double wide = wide(count, 0, variationPercent / 100);

        TABLE.add("wide", "p50 or p99, n = %d, CV %.0f %%".formatted(count, variationPercent), wide);
        assertThat(wide).isBetween(least, most);
    }

    /** A figure within its limit is off by more than that limit in a few cases of a hundred, at any scatter. */
    @ParameterizedTest
    @CsvSource({"3, 15", "3, 25", "3, 50", "5, 15", "5, 25", "5, 50", "10, 15", "10, 25", "10, 50"})
    void whatIsNotWideIsSeldomOffByMore(int count, double limitPercent) {
        double limit = limitPercent / 100;
        double worst = 0;
        for (double variation : new double[] {0.05, 0.1, 0.2, 0.3, 0.5}) {
            Noise noise = new Noise();
            double off = Noise.percent(TRIALS, () -> {
                Sample rates = new Sample(noise.rates(count, variation));
                Interval interval = rates.interval().orElseThrow();
                return interval.relativeHalfWidth(rates.mean()) <= limit && Math.abs(rates.mean() - 1) > limit;
            });
            worst = Math.max(worst, off);
        }

        TABLE.add(
                "not wide, but off by more than the limit",
                "limit ± %.0f %%, n = %d, worst of CV 5–50 %%".formatted(limitPercent, count),
                worst);
        assertThat(worst).isLessThan(4);
    }

    @AfterAll
    static void keepTheTable() throws IOException {
        TABLE.write();
    }

    private static double wide(int count, double rateVariation, double latencyVariation) {
        Noise noise = new Noise();
        return Noise.percent(CELLS, () -> {
            List<Measurement> iterations = Stream.generate(() -> new Occasion()
                            .rate(noise.rate(rateVariation))
                            .latencies(1000, Math.round(LATENCY * noise.rate(latencyVariation)))
                            .measurement())
                    .limit(count)
                    .toList();
            return Summary.of(iterations).reasons().stream().anyMatch(reason -> reason.kind() == Kind.WIDE);
        });
    }
}
