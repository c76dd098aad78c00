package org.ipcbench.analysis;

import java.util.ArrayList;
import java.util.List;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.TreeMap;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.ipcbench.analysis.doubt.Doubts;
import org.ipcbench.analysis.doubt.Evidence;
import org.ipcbench.analysis.doubt.Reason;
import org.ipcbench.analysis.statistics.Comparison;
import org.ipcbench.analysis.statistics.Gate;
import org.ipcbench.analysis.statistics.Interval;
import org.ipcbench.analysis.statistics.Sample;
import org.ipcbench.analysis.summary.CellLatencies;
import org.ipcbench.analysis.summary.ClientSpread;
import org.ipcbench.analysis.summary.Course;
import org.ipcbench.analysis.summary.CpuTimes;
import org.ipcbench.analysis.summary.LateShare;
import org.ipcbench.analysis.summary.Latencies;
import org.ipcbench.analysis.summary.LatenciesBySpeed;
import org.ipcbench.analysis.summary.LoadFigures;
import org.ipcbench.analysis.summary.Rates;
import org.ipcbench.analysis.summary.TalliedIteration;
import org.ipcbench.analysis.summary.TwoSpeeds;
import org.ipcbench.measure.result.MachineStalls;
import org.ipcbench.measure.result.Measurement;
import org.ipcbench.measure.result.MeasurementConditions;
import org.ipcbench.measure.result.Proximity.Distance;
import org.ipcbench.measure.sample.Losses;
import org.ipcbench.measure.sample.Question;
import org.ipcbench.measure.sample.WorkTime;

/**
 * The figures of one cell, from its iterations. Every iteration has the same weight. Rates and mean times are arithmetic means
 * over the iterations, percentiles geometric means; if the cell has two speeds, a percentile is the middle iteration's. Intervals
 * are those of the same means.
 */
public final class Summary {
    private static final double MEBIBYTE = 1 << 20;
    private static final double NANOS_PER_SECOND = 1e9;
    private static final double MEDIAN = 50;
    private static final double TAIL = 99;

    private final List<TalliedIteration> tallied;
    private final List<Measurement> iterations;
    private final CellLatencies latencies;
    private final Optional<LoadFigures> load;
    private final Rates rates;
    private final CpuTimes cpuTimes;
    private final List<Reason> reasons;
    private final MachineStalls stalls;

    /**
     * Computes the figures.
     *
     * @param tallied at least one iteration
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
        stalls = MachineStalls.UNKNOWN;
    }

    private Summary(Summary other, MachineStalls stalls) {
        tallied = other.tallied;
        iterations = other.iterations;
        latencies = other.latencies;
        load = other.load;
        rates = other.rates;
        cpuTimes = other.cpuTimes;
        reasons = other.reasons;
        this.stalls = stalls;
    }

    /** Returns a copy that knows the machine's stalls, as all cells of the same placement have seen them. */
    public Summary beside(MachineStalls seen) {
        return new Summary(this, seen);
    }

    /** Returns the summary of these iterations, each in a round of its own. */
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

    /** The latencies by the size of the request, in ascending order; empty if all have the same size, and if a load was not reached. */
    public NavigableMap<Integer, CellLatencies> latenciesBySize() {
        NavigableMap<Integer, List<Latencies>> bySize = new TreeMap<>();
        tallied.stream()
                .filter(iteration -> isReached())
                .flatMap(iteration -> iteration.bySize().stream())
                .forEach(size -> bySize.computeIfAbsent(size.upToBytes(), unused -> new ArrayList<>())
                        .add(size.latencies()));
        NavigableMap<Integer, CellLatencies> together = new TreeMap<>();
        bySize.forEach((bytes, each) -> together.put(
                bytes,
                new CellLatencies(
                        each, clockBoundNanos(iterations), rates.twoSpeeds().isPresent())));
        return together;
    }

    /** Messages of all iterations. */
    public long messages() {
        return iterations.stream().mapToLong(Measurement::messages).sum();
    }

    /** Losses and damages of all iterations. */
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

    /** 95 % interval of the mean duration, in seconds; empty for fewer than three iterations and for two speeds. */
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

    /** Mean of the iterations' rates, in messages a second. */
    public double messagesPerSecond() {
        return rates.messagesPerSecond().mean();
    }

    /** 95 % interval of the mean rate, in messages a second; empty for fewer than three iterations and for two speeds. */
    public Optional<Interval> rateInterval() {
        return rates.messageInterval();
    }

    /**
     * Half of the width of {@link #rateInterval} as a share of the mean. For a load: half of the width of the 99th percentile's
     * interval as a share of that percentile.
     */
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

    /** 95 % interval of the mean throughput, in MiB a second; empty for fewer than three iterations and for two speeds. */
    public Optional<Interval> throughputInterval() {
        return rates.mebibyteInterval();
    }

    /** Median of the iterations' throughputs, in MiB a second. */
    public double medianMebibytesPerSecond() {
        return rates.mebibytesPerSecond().median();
    }

    /** Standard deviation of the iterations' throughputs, in MiB a second; empty for a single iteration. */
    public OptionalDouble deviationMebibytesPerSecond() {
        return count() < 2
                ? OptionalDouble.empty()
                : OptionalDouble.of(rates.mebibytesPerSecond().deviation());
    }

    /** Mean volume of an iteration in MiB (2^20 bytes). */
    public double meanMebibytes() {
        return sample(measurement -> measurement.bytes() / MEBIBYTE).mean();
    }

    /** How the clients of the server compare; empty if it has only one. */
    public Optional<ClientSpread> clients() {
        return ClientSpread.of(iterations);
    }

    /** The two speeds of the iterations, if they have two; a mean of both describes neither. Empty otherwise. */
    public Optional<TwoSpeeds> twoSpeeds() {
        return rates.twoSpeeds();
    }

    /** Messages a second by round, for comparisons with other cells; the mean if a round has several iterations. */
    public NavigableMap<Integer, Double> rateOfRound() {
        return byRound(iteration -> iteration.measurement().messagesPerSecond());
    }

    /** What the schedules of a load offered, and how much of it was carried; empty for other questions. */
    public Optional<LoadFigures> load() {
        return load;
    }

    /** Whether the requested rate of a load was carried; always true for other questions, which request none. */
    public boolean isReached() {
        return load.stream().allMatch(LoadFigures::isReached);
    }

    /**
     * Speed of the cell by round, for comparisons with other runs and variants; higher is better. The speed is the rate, with
     * everything that happened in the measured part. For a load, whose rate is given, the speed is the inverse of the 99th
     * percentile of the latencies, in seconds, or of their median if too few samples lie beyond that percentile.
     */
    public NavigableMap<Integer, Double> speedOfRound() {
        return isJudgedByLatency() ? inverseLatencyOfRound() : rateOfRound();
    }

    /**
     * Usual speed of the cell by round, for ranks: as {@link #speedOfRound}, but a rate is that of the iteration's usual message,
     * so that neither a stall nor a slow start decides a rank.
     */
    public NavigableMap<Integer, Double> usualSpeedOfRound() {
        return isJudgedByLatency()
                ? inverseLatencyOfRound()
                : byRound(iteration -> NANOS_PER_SECOND / usualNanosOf(iteration.measurement()));
    }

    /** Mean of {@link #speedOfRound}: arithmetic for a rate, geometric for a percentile. */
    public double speed() {
        return isJudgedByLatency() ? Sample.of(inverseLatencyOfRound().values()).geometricMean() : messagesPerSecond();
    }

    /** The usual speed of all iterations: of rates the inverse of {@link #usualMessageNanos}, of latencies the geometric mean. */
    public double usualSpeed() {
        return isJudgedByLatency() ? speed() : NANOS_PER_SECOND / usualMessageNanos();
    }

    private boolean isJudgedByLatency() {
        return load.isPresent() && samples() > 0;
    }

    private NavigableMap<Integer, Double> inverseLatencyOfRound() {
        return inverseOfRound(latencies.percentiles(TAIL).isPresent() ? TAIL : MEDIAN);
    }

    /** Inverse of a percentile of the latencies by round, in 1 ÷ seconds; empty if too few samples lie beyond it. */
    public NavigableMap<Integer, Double> inversePercentileOfRound(double percentile) {
        return latencyPercentileNanos(percentile).isEmpty() ? new TreeMap<>() : inverseOfRound(percentile);
    }

    /**
     * How many times as fast this cell is as the first variant's, as the gate sees it; empty if they have too few rounds in
     * common.
     */
    public Optional<Gate.Gated> gated(Gate gate, Summary first) {
        return Comparison.paired(ofRound(gate.figure()), first.ofRound(gate.figure()))
                .flatMap(Comparison::estimate)
                .map(ratio -> new Gate.Gated(gate, ratio));
    }

    private NavigableMap<Integer, Double> ofRound(Gate.Figure figure) {
        return switch (figure) {
            case SPEED -> speedOfRound();
            case P99 -> inversePercentileOfRound(TAIL);
        };
    }

    private NavigableMap<Integer, Double> inverseOfRound(double percentile) {
        return byRound(iteration ->
                NANOS_PER_SECOND / Math.max(1, iteration.latencies().percentileNanos(percentile)));
    }

    /** Median latency by round, in nanoseconds; empty if a median is unknown. */
    public NavigableMap<Integer, Double> medianNanosOfRound() {
        return latencyPercentileNanos(MEDIAN).isEmpty()
                ? new TreeMap<>()
                : byRound(
                        iteration -> (double) Math.max(1, iteration.latencies().percentileNanos(MEDIAN)));
    }

    private NavigableMap<Integer, Double> byRound(ToDoubleFunction<TalliedIteration> figure) {
        NavigableMap<Integer, Double> ofRound = new TreeMap<>();
        tallied.forEach(iteration ->
                ofRound.merge(iteration.round(), figure.applyAsDouble(iteration), (one, other) -> (one + other) / 2));
        return ofRound;
    }

    /**
     * Usual time of a message, in nanoseconds: the median over the iterations of each one's median over its sixteenths, so that
     * neither a stall nor a slow start counts. If messages were lost, or marks are few, an iteration counts with its whole time
     * divided by all messages.
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
     * The latency that this percentage of the sampled ones does not exceed, in nanoseconds; empty if an iteration has fewer than
     * ten samples beyond it.
     */
    public OptionalDouble latencyPercentileNanos(double percentile) {
        return latencies.percentileNanos(percentile);
    }

    /**
     * How far the two clocks may differ, in nanoseconds, if a percentile is withheld because it is smaller than this difference;
     * infinite if no bound is proven. Empty if the percentile is not withheld, or too few samples lie beyond it.
     */
    public OptionalDouble withheldBelowNanos(double percentile) {
        return latencies.hides(percentile) ? OptionalDouble.of(latencies.clockBoundNanos()) : OptionalDouble.empty();
    }

    /**
     * The percentile of the slower iterations and the percentile of the faster ones, in nanoseconds, if the cell has two speeds
     * that its iterations differ in; otherwise the percentile of all iterations. Empty if the percentile is unknown, or known for
     * one speed only.
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

    /** 95 % interval of a percentile, in nanoseconds; empty for fewer than three iterations and for two speeds. */
    public Optional<Interval> percentileInterval(double percentile) {
        return latencies.percentileInterval(percentile);
    }

    /** 95 % interval of the median or of the 99th percentile for reports, see {@link CellLatencies#certainty}. */
    public Optional<Interval> percentileCertainty(double percentile) {
        return latencies.certainty(percentile);
    }

    /** The machine's stalls where the cell was measured. */
    public MachineStalls stalls() {
        return stalls;
    }

    /** The share of the time in which the machine stalls; 0 if nobody looked. */
    public double stalledShare() {
        return stalls.share();
    }

    /**
     * The share of the messages beyond a percentile for which the machine's stalls account, at most 1; empty if the stalls or the
     * percentile are unknown, if there are two speeds, and for streams, whose messages wait for each other.
     */
    public OptionalDouble machineShare(double percentile) {
        OptionalDouble nanos = latencyPercentileNanos(percentile);
        return nanos.isEmpty() || !isJudgedByStalls() || twoSpeeds().isPresent()
                ? OptionalDouble.empty()
                : OptionalDouble.of(MachineStalls.explained(percentile, stalledShare(nanos.getAsDouble())));
    }

    /** Whether this value of a percentile is the machine's limit rather than the transport's. */
    public boolean isTheMachines(double percentile, double nanos) {
        return isJudgedByStalls() && MachineStalls.explains(percentile, stalledShare(nanos));
    }

    private boolean isJudgedByStalls() {
        return stalls.isKnown() && (question().inTurns() || question().hasGivenRate());
    }

    /** The share of the messages that the machine alone delays by more than this. */
    private double stalledShare(double nanos) {
        return question().inTurns() && !question().hasGivenRate()
                ? stalls.shareBeyondInTurns(nanos, nanosBetweenMessages())
                : stalls.shareBeyond(nanos);
    }

    /** Mean time from one message of a client to the one that follows its answer, in nanoseconds. */
    private double nanosBetweenMessages() {
        double clients = iterations.stream()
                .mapToDouble(iteration -> Math.max(1, iteration.clients().size()))
                .average()
                .orElse(1);
        double nanos =
                iterations.stream().mapToDouble(Measurement::elapsedNanos).sum();
        return clients
                * iterations.get(0).requestsInFlight()
                * nanos
                / Math.max(
                        1, iterations.stream().mapToLong(Measurement::messages).sum());
    }

    /**
     * The messages that are later than a limit; empty if an iteration has no samples, and if the clocks may differ by more than the
     * limit.
     */
    public Optional<LateShare> lateShare(double limitNanos) {
        return latencies.lateShare(limitNanos, stalls.shareBeyond(limitNanos), stalls.errorBeyond(limitNanos));
    }

    /**
     * Mean latency in nanoseconds. For round trips and blocks without losses, one after the other: the whole time divided by all round
     * trips. If some got lost, time was spent waiting for them; then, with several in flight, and one-way, the mean of the sampled
     * messages. Empty if none was sampled.
     */
    public OptionalDouble meanLatencyNanos() {
        return meanLatencies().stream().mapToDouble(Sample::mean).findFirst();
    }

    /** 95 % interval of the mean latency, in nanoseconds; empty for fewer than three iterations and for two speeds. */
    public Optional<Interval> meanLatencyInterval() {
        return meanLatencies().flatMap(rates::interval);
    }

    /** What the server's work for each request took on average, in nanoseconds; empty if it did none. */
    public OptionalDouble workNanos() {
        return WorkTime.ofAll(iterations.stream()
                        .flatMap(iteration -> Stream.ofNullable(iteration.work()))
                        .toList())
                .stream()
                .mapToDouble(WorkTime::nanos)
                .findFirst();
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

    /** Mean CPU time of the transport's auxiliary process over a measured part, in seconds; empty if it has none. */
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

    /** CPU time of the auxiliary process for each message, in nanoseconds; empty if there is none. */
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

    /**
     * Share of the time, from 0 to 1, that the peers were at this distance, mean over the iterations; 0 if the kernel does not
     * tell.
     */
    public double share(Distance distance) {
        return sample(measurement -> measurement.proximity().share(distance)).mean();
    }

    /** Number of CPUs of the machine; 0 if the kernel does not tell. */
    public int machineCpus() {
        return iterations.stream()
                .mapToInt(measurement ->
                        measurement.clientCircumstances().machine().cpus())
                .max()
                .orElseThrow();
    }

    /** The doubts about these figures; empty if there is none. */
    public List<Reason> reasons() {
        return reasons;
    }

    /**
     * How far the clocks of two peers may differ, in nanoseconds, if one peer times the begin of a message and the other its end.
     */
    private static double clockBoundNanos(List<Measurement> iterations) {
        return iterations.get(0).question().needsOneClock()
                ? iterations.stream()
                        .mapToDouble(Summary::clockBoundNanos)
                        .max()
                        .orElseThrow()
                : MeasurementConditions.NO_BOUND;
    }

    /** Infinite if two peers took part and no bound on their clocks is proven. */
    private static double clockBoundNanos(Measurement iteration) {
        MeasurementConditions server = iteration.serverCircumstances();
        long proven = Math.max(iteration.clientCircumstances().clockBoundNanos(), server.clockBoundNanos());
        return proven == MeasurementConditions.NO_BOUND && !server.equals(MeasurementConditions.UNKNOWN)
                ? Double.POSITIVE_INFINITY
                : proven;
    }

    /** The mean latency of each iteration. */
    private Optional<Sample> meanLatencies() {
        boolean oneAfterTheOther = question().inTurns()
                && !question().hasGivenRate()
                && iterations.get(0).requestsInFlight() == 1;
        return oneAfterTheOther && losses().lost() == 0
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
