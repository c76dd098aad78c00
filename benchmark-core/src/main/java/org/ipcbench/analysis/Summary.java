package org.ipcbench.analysis;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Random;
import java.util.function.ToDoubleFunction;
import java.util.stream.DoubleStream;
import org.ipcbench.measure.Losses;
import org.ipcbench.measure.Measurement;
import org.ipcbench.measure.Question;
import org.ipcbench.measure.Sampling;

/** What the iterations of one cell add up to; rates are totals over totals, histograms are merged. */
public final class Summary {
    /** A measured part shorter than this says more about scheduling than about the transport. */
    static final double SHORTEST_SECONDS = 0.1;

    /** An interval wider than this share of the mean leaves the ranking open. */
    static final double WIDEST_INTERVAL = 0.1;

    /** Where there are too few iterations for an interval: the fastest may exceed the slowest by this factor. */
    static final double WIDEST_RANGE = 1.25;

    private static final long BOOTSTRAP_SEED = 95;

    private final List<Measurement> iterations;
    private final Latencies latencies;
    private final double meanMinimumLatencyNanos;
    private final double meanMaximumLatencyNanos;
    private final Optional<Interval> throughputInterval;

    /**
     * Sums up.
     *
     * @param iterations at least one; their own latencies are not looked at
     * @param latencies of all iterations
     * @param meanMinimumLatencyNanos mean of each one's smallest latency
     * @param meanMaximumLatencyNanos mean of each one's largest latency
     */
    Summary(
            List<Measurement> iterations,
            Latencies latencies,
            double meanMinimumLatencyNanos,
            double meanMaximumLatencyNanos) {
        this.iterations = List.copyOf(iterations);
        this.latencies = latencies;
        this.meanMinimumLatencyNanos = meanMinimumLatencyNanos;
        this.meanMaximumLatencyNanos = meanMaximumLatencyNanos;
        throughputInterval = Interval.bootstrapOfRate(
                each(measurement -> (double) measurement.bytes() / (1 << 20)),
                each(Measurement::seconds),
                new Random(BOOTSTRAP_SEED));
    }

    /** What these iterations add up to. */
    public static Summary of(List<Measurement> iterations) {
        Tally tally = new Tally();
        iterations.forEach(measurement -> tally.add(measurement, false));
        return tally.summary()
                .orElseThrow(() -> new IllegalArgumentException("a summary needs at least one measurement"));
    }

    public int count() {
        return iterations.size();
    }

    public Question question() {
        return iterations.get(0).question();
    }

    /** Messages of all iterations. */
    public long messages() {
        return iterations.stream().mapToLong(Measurement::messages).sum();
    }

    /** What went wrong on the way in all iterations. */
    public Losses losses() {
        return iterations.stream().map(Measurement::losses).reduce(Losses.NONE, Losses::plus);
    }

    /** Percentage of the sent messages that arrived. */
    public double successRatePercent() {
        return 100 * messages() / total(Measurement::sent);
    }

    /** Mean duration of the measured part, in seconds. */
    public double meanSeconds() {
        return mean(Measurement::seconds);
    }

    /** Duration of the shortest measured part, in seconds. */
    public double shortestSeconds() {
        return iterations.stream().mapToDouble(Measurement::seconds).min().orElseThrow();
    }

    /** Duration of the longest measured part, in seconds. */
    public double longestSeconds() {
        return iterations.stream().mapToDouble(Measurement::seconds).max().orElseThrow();
    }

    public double messagesPerSecond() {
        return messages() / total(Measurement::seconds);
    }

    /** Throughput in MiB (2^20 bytes) a second. */
    public double mebibytesPerSecond() {
        return total(Measurement::bytes) / (1 << 20) / total(Measurement::seconds);
    }

    /** Mean volume of an iteration in MiB (2^20 bytes). */
    public double meanMebibytes() {
        return mean(Measurement::bytes) / (1 << 20);
    }

    /**
     * Latencies of the sampled messages of all iterations, in nanoseconds. Empty for files, and for throughput of messages below
     * 16 bytes, which have no room for the send time; the client of round trips and blocks times even a single byte.
     */
    public Latencies latencies() {
        return latencies;
    }

    /** The latency that this percentage of the sampled ones does not exceed, in nanoseconds; 0 where none was sampled. */
    public double latencyPercentileNanos(double percentile) {
        return latencies.percentileNanos(percentile);
    }

    /**
     * Mean latency in nanoseconds: of a round trip or block the whole time over all round trips, unless some got lost and time went
     * by waiting for them; then, and one-way, that of the sampled messages, nothing where none was sampled.
     */
    public OptionalDouble meanLatencyNanos() {
        if (question().inTurns() && losses().lost() == 0) {
            return OptionalDouble.of(total(Measurement::elapsedNanos) / messages());
        }
        return latencies.count() == 0 ? OptionalDouble.empty() : OptionalDouble.of(latencies.meanNanos());
    }

    /** Mean over the iterations of each one's smallest latency, in nanoseconds. */
    public double meanMinimumLatencyNanos() {
        return meanMinimumLatencyNanos;
    }

    /** Mean over the iterations of each one's largest latency, in nanoseconds. */
    public double meanMaximumLatencyNanos() {
        return meanMaximumLatencyNanos;
    }

    /** Mean CPU time of the client over a measured part, in seconds. */
    public double clientCpuSeconds() {
        return mean(measurement -> measurement.clientCost().cpuNanos() / 1e9);
    }

    /** Mean CPU time of the server over a measured part, in seconds. */
    public double serverCpuSeconds() {
        return mean(measurement -> measurement.serverCost().cpuNanos() / 1e9);
    }

    /** Mean CPU time of the transport's auxiliary process over a measured part, in seconds; nothing where it has none. */
    public OptionalDouble auxiliaryCpuSeconds() {
        double seconds = mean(measurement -> measurement.auxiliaryCost().cpuNanos() / 1e9);
        return seconds == 0 ? OptionalDouble.empty() : OptionalDouble.of(seconds);
    }

    /** Bytes that the client allocated on its heap for each message. */
    public double clientAllocatedBytesPerMessage() {
        return total(measurement -> measurement.clientCost().allocatedBytes()) / messages();
    }

    /** Bytes that the server allocated on its heap for each message. */
    public double serverAllocatedBytesPerMessage() {
        return total(measurement -> measurement.serverCost().allocatedBytes()) / messages();
    }

    /** 95 % interval of the mean throughput in MiB a second; nothing for fewer than three iterations. */
    public Optional<Interval> throughputInterval() {
        return throughputInterval;
    }

    /** Median of the iterations' throughputs, in MiB a second. */
    public double medianMebibytesPerSecond() {
        double[] rates = ratesAscending();
        int middle = rates.length / 2;
        return rates.length % 2 == 1 ? rates[middle] : (rates[middle - 1] + rates[middle]) / 2;
    }

    /** Standard deviation of the iterations' throughputs, in MiB a second; nothing for a single one. */
    public OptionalDouble deviationMebibytesPerSecond() {
        if (count() < 2) {
            return OptionalDouble.empty();
        }
        double[] rates = ratesAscending();
        double mean = DoubleStream.of(rates).average().orElseThrow();
        double squares = DoubleStream.of(rates)
                .map(rate -> (rate - mean) * (rate - mean))
                .sum();
        return OptionalDouble.of(Math.sqrt(squares / (rates.length - 1)));
    }

    /** What speaks against these figures, in words; empty where nothing does. */
    public List<String> doubts() {
        List<String> doubts = new ArrayList<>();
        brevity().ifPresent(doubts::add);
        double costliest = iterations.stream()
                .mapToDouble(Measurement::timestampCost)
                .max()
                .orElseThrow();
        if (costliest > Sampling.HIGHEST_COST) {
            doubts.add(String.format(
                    Locale.ROOT,
                    "timestamps cost %.1f %%, a longer --warmup finds a wider sampling interval",
                    100 * costliest));
        }
        double[] rates = ratesAscending();
        double slowest = rates[0];
        double fastest = rates[rates.length - 1];
        if (throughputInterval.isEmpty() && fastest > WIDEST_RANGE * slowest) {
            doubts.add(
                    "iterations differ: %s, use more of them or a quieter machine".formatted(range(slowest, fastest)));
        }
        throughputInterval
                .map(interval -> interval.relativeWidth(mebibytesPerSecond()))
                .filter(width -> width > WIDEST_INTERVAL)
                .ifPresent(width -> doubts.add(String.format(
                        Locale.ROOT,
                        "iterations differ: 95 %% interval is %.0f %% of the mean, use more of them or a quieter machine",
                        100 * width)));
        TwoSpeeds.of(rates)
                .ifPresent(groups -> doubts.add(
                        "iterations fall into two groups, %s: something switches between two ways of running, pin the"
                                        .formatted(range(groups.slow(), groups.fast())
                                                .replace("from", "around")
                                                .replace(" to ", " and "))
                                + " peers by --placement and use more iterations"));
        return doubts;
    }

    /** The doubt that comes with a measured part so short that scheduling decides its figures. */
    public Optional<String> brevity() {
        double shortest = shortestSeconds();
        if (shortest >= SHORTEST_SECONDS) {
            return Optional.empty();
        }
        return Optional.of(String.format(
                Locale.ROOT,
                "measured for only %.3f s, %s",
                shortest,
                question().moreWork()));
    }

    /** Two rates, given in MiB a second, in the unit people think of. */
    private String range(double slowest, double fastest) {
        Question.Rate rate = question().rate();
        int unitSizeBytes = iterations.get(0).unitSizeBytes();
        return String.format(
                Locale.ROOT,
                "from %.0f to %.0f %s",
                rate.of(slowest, unitSizeBytes),
                rate.of(fastest, unitSizeBytes),
                rate.unit());
    }

    /** Throughput of each iteration in MiB a second. */
    private double[] ratesAscending() {
        return iterations.stream()
                .mapToDouble(Measurement::mebibytesPerSecond)
                .sorted()
                .toArray();
    }

    private double[] each(ToDoubleFunction<Measurement> figure) {
        return iterations.stream().mapToDouble(figure).toArray();
    }

    private double total(ToDoubleFunction<Measurement> figure) {
        return iterations.stream().mapToDouble(figure).sum();
    }

    private double mean(ToDoubleFunction<Measurement> figure) {
        return total(figure) / count();
    }
}
