package org.ipcbench.analysis;

import java.util.List;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.TreeMap;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;
import org.ipcbench.analysis.doubt.Doubts;
import org.ipcbench.analysis.doubt.Evidence;
import org.ipcbench.analysis.doubt.Reason;
import org.ipcbench.analysis.statistics.Interval;
import org.ipcbench.analysis.statistics.Sample;
import org.ipcbench.analysis.summary.CellLatencies;
import org.ipcbench.analysis.summary.ClientSpread;
import org.ipcbench.analysis.summary.Course;
import org.ipcbench.analysis.summary.CpuTimes;
import org.ipcbench.analysis.summary.Latencies;
import org.ipcbench.analysis.summary.LatenciesBySpeed;
import org.ipcbench.analysis.summary.LoadFigures;
import org.ipcbench.analysis.summary.Rates;
import org.ipcbench.analysis.summary.TalliedIteration;
import org.ipcbench.analysis.summary.TwoSpeeds;
import org.ipcbench.measure.result.Measurement;
import org.ipcbench.measure.result.MeasurementConditions;
import org.ipcbench.measure.result.Proximity.Distance;
import org.ipcbench.measure.sample.Losses;
import org.ipcbench.measure.sample.Question;

/**
 * What the iterations of one cell add up to. Iterations weigh alike: rates and mean times are arithmetic means of the
 * iterations' own, percentiles geometric means (of two speeds, the middle iteration's), and intervals are those of the same means.
 */
public final class Summary {
    private static final double MEBIBYTE = 1 << 20;
    private static final double MEDIAN = 50;
    private static final double TAIL = 99;

    private final List<TalliedIteration> tallied;
    private final List<Measurement> iterations;
    private final CellLatencies latencies;
    private final Optional<LoadFigures> load;
    private final Rates rates;
    private final CpuTimes cpuTimes;
    private final List<Reason> reasons;

    /**
     * Sums up.
     *
     * @param tallied at least one
     */
    Summary(List<TalliedIteration> tallied) {
        if (tallied.isEmpty()) {
            throw new IllegalArgumentException("a summary needs at least one measurement");
        }
        this.tallied = List.copyOf(tallied);
        iterations = tallied.stream().map(TalliedIteration::measurement).toList();
        load = LoadFigures.of(tallied);
        rates = new Rates(iterations);
        latencies = new CellLatencies(
                tallied.stream()
                        .map(iteration -> isReached() ? iteration.latencies() : Latencies.NONE)
                        .toList(),
                clockBoundNanos(iterations),
                rates.twoSpeeds().isPresent());
        cpuTimes = new CpuTimes(iterations);
        reasons = Doubts.of(new Evidence(iterations, rates, latencies, load));
    }

    /** What these iterations add up to, each of a round of its own. */
    public static Summary of(List<Measurement> iterations) {
        return new Summary(IntStream.range(0, iterations.size())
                .mapToObj(i -> TalliedIteration.of(iterations.get(i), i + 1))
                .toList());
    }

    /** The iterations, each without its latencies. */
    public List<Measurement> iterations() {
        return iterations;
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
        return 100.0
                * messages()
                / iterations.stream().mapToLong(Measurement::sent).sum();
    }

    /** Mean duration of the measured part, in seconds. */
    public double meanSeconds() {
        return seconds().mean();
    }

    /** 95 % interval of the mean duration, in seconds; nothing for fewer than three iterations and for two speeds. */
    public Optional<Interval> secondsInterval() {
        return rates.interval(seconds());
    }

    /** Duration of the shortest measured part, in seconds. */
    public double shortestSeconds() {
        return seconds().least();
    }

    /** Duration of the longest measured part, in seconds. */
    public double longestSeconds() {
        return seconds().greatest();
    }

    /** Mean of the iterations' rates. */
    public double messagesPerSecond() {
        return rates.messagesPerSecond().mean();
    }

    /** Its 95 % interval; nothing for fewer than three iterations and for two speeds. */
    public Optional<Interval> rateInterval() {
        return rates.messageInterval();
    }

    /** Half of the width of {@link #rateInterval} as a share of the mean; of a load, that of the 99th percentile's. */
    public OptionalDouble relativeHalfWidth() {
        if (load.isEmpty()) {
            return rates.relativeHalfWidth();
        }
        return percentileInterval(TAIL).stream()
                .mapToDouble(interval ->
                        interval.relativeHalfWidth(latencyPercentileNanos(TAIL).orElse(interval.high())))
                .findFirst();
    }

    /** Mean of the iterations' throughputs in MiB (2^20 bytes) a second. */
    public double mebibytesPerSecond() {
        return rates.mebibytesPerSecond().mean();
    }

    /** Its 95 % interval; nothing for fewer than three iterations and for two speeds. */
    public Optional<Interval> throughputInterval() {
        return rates.mebibyteInterval();
    }

    /** Median of the iterations' throughputs, in MiB a second. */
    public double medianMebibytesPerSecond() {
        return rates.mebibytesPerSecond().median();
    }

    /** Standard deviation of the iterations' throughputs, in MiB a second; nothing for a single one. */
    public OptionalDouble deviationMebibytesPerSecond() {
        return count() < 2
                ? OptionalDouble.empty()
                : OptionalDouble.of(rates.mebibytesPerSecond().deviation());
    }

    /** Mean volume of an iteration in MiB (2^20 bytes). */
    public double meanMebibytes() {
        return sample(measurement -> measurement.bytes() / MEBIBYTE).mean();
    }

    /** How the clients of the server compare; empty where it has one. */
    public Optional<ClientSpread> clients() {
        return ClientSpread.of(iterations);
    }

    /** Two speeds that the iterations fall into, where they do; a mean of both describes neither. */
    public Optional<TwoSpeeds> twoSpeeds() {
        return rates.twoSpeeds();
    }

    /** Messages a second by round, for comparisons with other cells; the mean where a round has several iterations. */
    public NavigableMap<Integer, Double> rateOfRound() {
        return byRound(iteration -> iteration.measurement().messagesPerSecond());
    }

    /** What the schedules of a load offered and what became of it; empty for other questions. */
    public Optional<LoadFigures> load() {
        return load;
    }

    /** Whether the rate was carried that a load asked for; other questions ask for none. */
    public boolean isReached() {
        return load.stream().allMatch(LoadFigures::isReached);
    }

    /**
     * How fast the cell was by round, the higher the better, for ranks and for comparisons with other cells: the rate, and of
     * a load, where the rate is given, the inverse of the 99th percentile of its latencies; of their median where too few lie
     * beyond that percentile.
     */
    public NavigableMap<Integer, Double> speedOfRound() {
        return load.isEmpty() || samples() == 0 ? rateOfRound() : inverseLatencyOfRound();
    }

    /** The mean of {@link #speedOfRound}, as reports show it: of a rate the arithmetic one, of a percentile the geometric one. */
    public double speed() {
        return load.isEmpty() || samples() == 0
                ? messagesPerSecond()
                : Sample.of(inverseLatencyOfRound().values().stream().mapToDouble(Double::doubleValue))
                        .geometricMean();
    }

    private NavigableMap<Integer, Double> inverseLatencyOfRound() {
        double percentile = latencies.percentiles(TAIL).isPresent() ? TAIL : MEDIAN;
        return byRound(
                iteration -> 1 / (double) Math.max(1, iteration.latencies().percentileNanos(percentile)));
    }

    private NavigableMap<Integer, Double> byRound(ToDoubleFunction<TalliedIteration> figure) {
        NavigableMap<Integer, Double> ofRound = new TreeMap<>();
        tallied.forEach(iteration ->
                ofRound.merge(iteration.round(), figure.applyAsDouble(iteration), (one, other) -> (one + other) / 2));
        return ofRound;
    }

    /**
     * What a message usually took, in nanoseconds: the median of the iterations, of each of which it is the median over its
     * sixteenths, so that neither a stall nor a slow start counts. Where messages got lost, or marks are few, an iteration
     * counts with its whole time over all messages.
     */
    public double usualMessageNanos() {
        return sample(Summary::usualNanosOf).median();
    }

    private static double usualNanosOf(Measurement iteration) {
        Course course = Course.of(iteration);
        return course.isKnown() && iteration.losses().lost() == 0
                ? course.usualMessageNanos()
                : (double) iteration.elapsedNanos() / iteration.messages();
    }

    /**
     * The sampled latencies of all iterations. Empty for files, and for throughput of messages below 16 bytes, which have no room
     * for the send time; the client of round trips and blocks times even a single byte.
     */
    public CellLatencies latencies() {
        return latencies;
    }

    /** Number of sampled messages of all iterations. */
    public long samples() {
        return latencies.count();
    }

    /**
     * The latency that this percentage of the sampled ones does not exceed, in nanoseconds; nothing where an iteration has fewer
     * than ten samples beyond it.
     */
    public OptionalDouble latencyPercentileNanos(double percentile) {
        return latencies.percentileNanos(percentile);
    }

    /**
     * How far the two clocks may differ, in nanoseconds, where a percentile is withheld because it is less than that; infinite
     * where nothing is proven. Empty where it is not withheld, or too few samples lie beyond it.
     */
    public OptionalDouble withheldBelowNanos(double percentile) {
        return latencies.hides(percentile) ? OptionalDouble.of(latencies.clockBoundNanos()) : OptionalDouble.empty();
    }

    /**
     * The percentile of the slower iterations and that of the faster ones, in nanoseconds, if the cell has two speeds that its
     * iterations differ in, else that of all; empty if it is known of none or of one speed only.
     */
    public List<Double> percentilesNanosBySpeed(double percentile) {
        List<CellLatencies> groups = twoSpeeds()
                .map(new LatenciesBySpeed(tallied, clockBoundNanos(iterations))::divided)
                .orElse(List.of(latencies));
        List<Double> known = groups.stream()
                .map(group -> group.percentileNanos(percentile))
                .flatMapToDouble(OptionalDouble::stream)
                .boxed()
                .toList();
        return known.size() == groups.size() ? known : List.of();
    }

    /** Its 95 % interval; nothing for fewer than three iterations and for two speeds. */
    public Optional<Interval> percentileInterval(double percentile) {
        return twoSpeeds().isPresent()
                ? Optional.empty()
                : latencies.percentiles(percentile).flatMap(Sample::geometricInterval);
    }

    /**
     * Mean latency in nanoseconds: of a round trip or block the whole time over all round trips, unless some got lost and time went
     * by waiting for them; then, and one-way, that of the sampled messages, nothing where none was sampled.
     */
    public OptionalDouble meanLatencyNanos() {
        return meanLatencies().stream().mapToDouble(Sample::mean).findFirst();
    }

    /** Its 95 % interval; nothing for fewer than three iterations and for two speeds. */
    public Optional<Interval> meanLatencyInterval() {
        return meanLatencies().flatMap(rates::interval);
    }

    /** Mean over the iterations of each one's smallest latency, in nanoseconds. */
    public double meanMinimumLatencyNanos() {
        return latencies.meanMinimumNanos();
    }

    /** Mean over the iterations of each one's largest latency, in nanoseconds. */
    public double meanMaximumLatencyNanos() {
        return latencies.meanMaximumNanos();
    }

    /** Mean CPU time of the client over a measured part, in seconds. */
    public double clientCpuSeconds() {
        return cpuTimes.seconds(Measurement::clientCost);
    }

    /** Mean CPU time of the server over a measured part, in seconds. */
    public double serverCpuSeconds() {
        return cpuTimes.seconds(Measurement::serverCost);
    }

    /** Mean CPU time of the transport's auxiliary process over a measured part, in seconds; nothing where it has none. */
    public OptionalDouble auxiliaryCpuSeconds() {
        double seconds = cpuTimes.seconds(Measurement::auxiliaryCost);
        return seconds == 0 ? OptionalDouble.empty() : OptionalDouble.of(seconds);
    }

    /** CPU time of the client for each message, in nanoseconds. */
    public double clientCpuNanosPerMessage() {
        return cpuTimes.nanosPerMessage(Measurement::clientCost);
    }

    /** CPU time of the server for each message, in nanoseconds. */
    public double serverCpuNanosPerMessage() {
        return cpuTimes.nanosPerMessage(Measurement::serverCost);
    }

    /** CPU time of the auxiliary process for each message, in nanoseconds; nothing where there is none. */
    public OptionalDouble auxiliaryCpuNanosPerMessage() {
        return cpuTimes.auxiliaryNanosPerMessage();
    }

    /** CPU time of all processes for each message, in nanoseconds. */
    public double cpuNanosPerMessage() {
        return clientCpuNanosPerMessage()
                + serverCpuNanosPerMessage()
                + auxiliaryCpuNanosPerMessage().orElse(0);
    }

    /** Bytes that the client allocated on its heap for each message. */
    public double clientAllocatedBytesPerMessage() {
        return cpuTimes.allocatedBytesPerMessage(Measurement::clientCost);
    }

    /** Bytes that the server allocated on its heap for each message. */
    public double serverAllocatedBytesPerMessage() {
        return cpuTimes.allocatedBytesPerMessage(Measurement::serverCost);
    }

    /** For which share of the time the peers were at this distance, mean over the iterations; 0 where the kernel does not tell. */
    public double share(Distance distance) {
        return sample(measurement -> measurement.proximity().share(distance)).mean();
    }

    /** Number of CPUs of the machine; 0 where the kernel does not tell. */
    public int machineCpus() {
        return iterations.stream()
                .mapToInt(measurement ->
                        measurement.clientCircumstances().machine().cpus())
                .max()
                .orElseThrow();
    }

    /** What speaks against these figures; empty where nothing does. */
    public List<Reason> reasons() {
        return reasons;
    }

    /** How far the clocks of two peers may differ, of which one times a message's begin and the other its end. */
    private static double clockBoundNanos(List<Measurement> iterations) {
        return iterations.get(0).question().needsOneClock()
                ? iterations.stream()
                        .mapToDouble(Summary::clockBoundNanos)
                        .max()
                        .orElseThrow()
                : MeasurementConditions.NO_BOUND;
    }

    /** Infinite where two peers took part and nothing is proven of their clocks. */
    private static double clockBoundNanos(Measurement iteration) {
        MeasurementConditions server = iteration.serverCircumstances();
        long proven = Math.max(iteration.clientCircumstances().clockBoundNanos(), server.clockBoundNanos());
        return proven == MeasurementConditions.NO_BOUND && !server.equals(MeasurementConditions.UNKNOWN)
                ? Double.POSITIVE_INFINITY
                : proven;
    }

    /** The mean latency of each iteration. */
    private Optional<Sample> meanLatencies() {
        return question().inTurns() && losses().lost() == 0
                ? Optional.of(sample(measurement -> (double) measurement.clientNanos() / measurement.messages()))
                : latencies.means();
    }

    private Sample seconds() {
        return sample(Measurement::seconds);
    }

    private Sample sample(ToDoubleFunction<Measurement> figure) {
        return Sample.of(iterations.stream().mapToDouble(figure));
    }
}
