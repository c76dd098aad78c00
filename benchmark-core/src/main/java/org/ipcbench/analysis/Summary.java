package org.ipcbench.analysis;

import java.util.List;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.ipcbench.analysis.doubt.Doubts;
import org.ipcbench.analysis.doubt.Evidence;
import org.ipcbench.analysis.doubt.Reason;
import org.ipcbench.analysis.statistics.Interval;
import org.ipcbench.analysis.statistics.Sample;
import org.ipcbench.analysis.summary.CellLatencies;
import org.ipcbench.analysis.summary.CellSpeed;
import org.ipcbench.analysis.summary.ClientSpread;
import org.ipcbench.analysis.summary.LateShare;
import org.ipcbench.analysis.summary.LoadFigures;
import org.ipcbench.analysis.summary.Rates;
import org.ipcbench.analysis.summary.StallEffect;
import org.ipcbench.analysis.summary.SubscriberTimes;
import org.ipcbench.analysis.summary.TalliedLatencies;
import org.ipcbench.analysis.summary.TalliedLatencies.TalliedIteration;
import org.ipcbench.analysis.summary.TwoSpeeds;
import org.ipcbench.measure.result.Cost;
import org.ipcbench.measure.result.Count;
import org.ipcbench.measure.result.MachineStalls;
import org.ipcbench.measure.result.Measurement;
import org.ipcbench.measure.result.Neighbourhood.Proximity.Distance;
import org.ipcbench.measure.sample.LatencyKind;
import org.ipcbench.measure.sample.Losses;
import org.ipcbench.measure.sample.Percentiles;
import org.ipcbench.measure.sample.UnderWay;
import org.ipcbench.measure.sample.WorkTime;

/**
 * The figures of one cell, from its iterations. Every iteration has the same weight. Rates and mean times are arithmetic means
 * over the iterations, percentiles geometric means; if the cell has two speeds, a percentile is the middle iteration's. Intervals
 * are those of the same means.
 */
public final class Summary {
    private static final double MEBIBYTE = 1 << 20;

    private final List<TalliedIteration> tallied;
    private final List<Measurement> iterations;
    private final Optional<LoadFigures> load;
    private final Rates rates;
    private final TalliedLatencies latencies;
    private final List<Reason> reasons;
    private final SubscriberTimes subscriberTimes;
    private final MachineStalls stalls;

    /**
     * Computes the figures.
     *
     * @param tallied at least one iteration
     */
    public Summary(List<TalliedIteration> tallied) {
        if (tallied.isEmpty()) {
            throw new IllegalArgumentException("a summary needs at least one measurement");
        }
        this.tallied = List.copyOf(tallied);
        iterations = tallied.stream().map(TalliedIteration::measurement).toList();
        load = LoadFigures.of(tallied);
        rates = new Rates(iterations);
        latencies = new TalliedLatencies(tallied, isReached(), rates.twoSpeeds());
        reasons = Doubts.of(new Evidence(iterations, rates, latencies(), load));
        subscriberTimes = new SubscriberTimes(iterations);
        stalls = MachineStalls.UNKNOWN;
    }

    private Summary(Summary other, MachineStalls stalls) {
        tallied = other.tallied;
        iterations = other.iterations;
        load = other.load;
        rates = other.rates;
        latencies = other.latencies;
        reasons = other.reasons;
        subscriberTimes = other.subscriberTimes;
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

    public LatencyKind latencyKind() {
        return iterations.get(0).latencyKind();
    }

    /**
     * The latencies by the largest size of the request, in ascending order; empty if all have the same size, and if a load was not
     * reached.
     */
    public NavigableMap<Integer, CellLatencies> latenciesBySize() {
        return latencies.bySize();
    }

    /** The times of a publisher's subscribers. */
    public SubscriberTimes subscriberTimes() {
        return subscriberTimes;
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

    /** The rate to show, in messages a second: the mean rate; of a load what it achieved, without a single delay at the end. */
    public double achievedPerSecond() {
        return load.map(LoadFigures::achievedPerSecond).orElseGet(this::messagesPerSecond);
    }

    /** 95 % interval of the mean rate, in messages a second; empty for fewer than three iterations and for two speeds. */
    public Optional<Interval> rateInterval() {
        return rates.messageInterval();
    }

    /**
     * Half of the width of {@link #rateInterval} as a share of the mean. Where the rate is given: half of the width of the 99th percentile's
     * interval as a share of that percentile.
     */
    public OptionalDouble relativeHalfWidth() {
        if (!latencyKind().hasGivenRate()) {
            return rates.relativeHalfWidth();
        }
        return latencies().percentileInterval(Percentiles.P99).stream()
                .mapToDouble(interval -> interval.relativeHalfWidth(
                        latencies().percentileNanos(Percentiles.P99).orElse(interval.high())))
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

    /** What the schedules of a load offered, and how much of it was carried; empty for other questions. */
    public Optional<LoadFigures> load() {
        return load;
    }

    /** Whether the requested rate of a load was carried; always true for other questions, which request none. */
    public boolean isReached() {
        return load.stream().allMatch(LoadFigures::isReached);
    }

    /** How fast the cell is, for comparisons and ranks. */
    public CellSpeed speed() {
        return new CellSpeed(tallied, rates, latencies(), latencyKind().hasGivenRate());
    }

    /**
     * The sampled latencies of all iterations. Empty for files, and for throughput of messages below 16 bytes, which have no room
     * for the send time; the client of round trips and blocks times even a single byte.
     */
    public CellLatencies latencies() {
        return latencies.together();
    }

    /**
     * The percentile of the slower iterations and the percentile of the faster ones, in nanoseconds, if the cell has two speeds
     * that its iterations differ in; otherwise the percentile of all iterations. Empty if the percentile is unknown, or known for
     * one speed only.
     */
    public List<Double> percentilesNanosBySpeed(double percentile) {
        return latencies.percentilesNanosBySpeed(percentile);
    }

    /** The machine's stalls where the cell was measured. */
    public MachineStalls stalls() {
        return stalls;
    }

    /** What these stalls do to the percentiles. */
    public StallEffect stallEffect() {
        return new StallEffect(stalls, iterations, latencies());
    }

    /**
     * The messages that are later than a limit; empty if an iteration has no samples, and if the clocks may differ by more than the
     * limit.
     */
    public Optional<LateShare> lateShare(double limitNanos) {
        double atOnce = stalls.shareBeyond(limitNanos);
        double withQueue = stallEffect().byStalls(limitNanos);
        double longer = atOnce > 0 ? withQueue / atOnce : 1;
        return latencies().lateShare(limitNanos, withQueue, longer * stalls.errorBeyond(limitNanos));
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

    /** A part of a call that a codec writes and reads, in each iteration; empty for other cells. */
    public Optional<Sample> part(ToDoubleFunction<Measurement.Split> part) {
        List<Measurement.Split> splits = iterations.stream()
                .flatMap(iteration -> Stream.ofNullable(iteration.split()))
                .toList();
        return splits.isEmpty()
                ? Optional.empty()
                : Optional.of(Sample.of(splits.stream().mapToDouble(part)));
    }

    /** 95 % interval of such a part, in nanoseconds; empty for fewer than three iterations and for two speeds. */
    public Optional<Interval> partInterval(Sample part) {
        return rates.interval(part);
    }

    /** CPU time and allocated memory. */
    public CpuTimes cpu() {
        return new CpuTimes(iterations);
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
                .mapToInt(
                        measurement -> measurement.clientConditions().machine().cpus())
                .max()
                .orElseThrow();
    }

    /** The largest number of messages that were under way at once in an iteration; empty if the peers have not told. */
    public OptionalLong mostUnderWay() {
        return iterations.stream()
                .flatMap(measurement -> Stream.ofNullable(measurement.underWay()))
                .mapToLong(UnderWay::most)
                .max();
    }

    /**
     * Number of calls that a connection certainly holds for a client of one thread; empty unless these were too few for what was asked,
     * so that a second thread received the answers.
     */
    public OptionalLong callsHeld() {
        return iterations.stream()
                .flatMap(measurement -> Stream.ofNullable(measurement.underWay()))
                .flatMap(underWay -> Stream.ofNullable(underWay.held()))
                .mapToLong(Long::longValue)
                .min();
    }

    /** The doubts about these figures; empty if there is none. */
    public List<Reason> reasons() {
        return reasons;
    }

    /** The mean latency of each iteration. */
    private Optional<Sample> meanLatencies() {
        boolean oneAfterTheOther = latencyKind().inTurns()
                && !latencyKind().hasGivenRate()
                && iterations.get(0).requestsInFlight() == 1;
        return oneAfterTheOther && losses().lost() == 0
                ? Optional.of(sample(measurement -> (double) measurement.clientNanos() / measurement.messages()))
                : latencies().means();
    }

    private Sample seconds() {
        return sample(Measurement::seconds);
    }

    private Sample sample(ToDoubleFunction<Measurement> figure) {
        return Sample.of(iterations.stream().mapToDouble(figure));
    }

    /** CPU time and allocated memory of the iterations of a cell; every iteration has the same weight. */
    public static final class CpuTimes {
        private static final double NANOS_PER_SECOND = 1e9;

        private final List<Measurement> iterations;

        public CpuTimes(List<Measurement> iterations) {
            this.iterations = List.copyOf(iterations);
        }

        /** Mean over the iterations of a process's CPU time, in seconds. */
        public double seconds(Function<Measurement, Cost> process) {
            return mean(measurement -> process.apply(measurement).cpuNanos() / NANOS_PER_SECOND);
        }

        /** Mean over the iterations of the auxiliary process's CPU time, in seconds; empty if there is no such process, or it is unknown. */
        public OptionalDouble auxiliarySeconds() {
            double seconds = seconds(Measurement::auxiliaryCost);
            return seconds == 0 || !areWhole() ? OptionalDouble.empty() : OptionalDouble.of(seconds);
        }

        /** Whether the times of all processes are known. */
        public boolean areWhole() {
            return iterations.stream()
                    .noneMatch(iteration -> iteration.auxiliaryCost().cpuNanos() == Count.UNKNOWN);
        }

        /** Mean over the iterations of all processes' CPU time for each message, in nanoseconds. */
        public double nanosPerMessage() {
            return nanosPerMessage(Measurement::clientCost)
                    + nanosPerMessage(Measurement::serverCost)
                    + auxiliaryNanosPerMessage().orElse(0);
        }

        /** Mean over the iterations of a process's CPU time for each message, in nanoseconds. */
        public double nanosPerMessage(Function<Measurement, Cost> process) {
            return mean(measurement -> (double) process.apply(measurement).cpuNanos() / measurement.messages());
        }

        /**
         * Mean over the iterations of the auxiliary process's CPU time for each message, in nanoseconds; empty if there is no such
         * process.
         */
        public OptionalDouble auxiliaryNanosPerMessage() {
            double nanos = nanosPerMessage(Measurement::auxiliaryCost);
            return nanos == 0 || !areWhole() ? OptionalDouble.empty() : OptionalDouble.of(nanos);
        }

        /**
         * Mean over the iterations of the CPU time for each message that the kernel charged to no process, in nanoseconds: of interrupts on the
         * CPUs that the peers may use.
         */
        public double unchargedNanosPerMessage() {
            return mean(measurement ->
                    (double) measurement.clientConditions().machine().unchargedNanos() / measurement.messages());
        }

        /** Mean over the iterations of the memory that a process allocated for each message, in bytes. */
        public double allocatedBytesPerMessage(Function<Measurement, Cost> process) {
            return mean(measurement -> (double) process.apply(measurement).allocatedBytes() / measurement.messages());
        }

        private double mean(ToDoubleFunction<Measurement> figure) {
            return iterations.stream().mapToDouble(figure).average().orElseThrow();
        }
    }
}
