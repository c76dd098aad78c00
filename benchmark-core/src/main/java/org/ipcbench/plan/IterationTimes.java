package org.ipcbench.plan;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.ipcbench.launch.Breakdown;
import org.ipcbench.plan.cell.Cell;
import org.ipcbench.transport.Library;
import org.ipcbench.workload.Extent;

/**
 * How long iterations take: as long as those of earlier runs of this machine, otherwise as long as constants say, times what the
 * earlier runs took in comparison with these.
 */
public final class IterationTimes {
    /** No earlier run is known. */
    public static final IterationTimes USUAL = new IterationTimes(List.of());

    /** Starting and ending two JVMs: 0.38 to 0.57 s on two CPUs. */
    private static final double PAIR_SECONDS = 0.45;

    /** Between two iterations: writing and syncing files. */
    private static final double BETWEEN_SECONDS = 0.03;

    /** The first use of a library other than the JDK's: 0.05 to 0.25 s, while the client connects. */
    private static final double LIBRARY_SECONDS = 0.1;

    /** A warm-up whose compilers have a CPU besides those of the measuring threads; it ends by itself. */
    private static final double ROOMY_WARM_UP_SECONDS = 0.6;

    /** A warm-up whose compilers share the CPUs of the measuring threads. */
    private static final double CROWDED_WARM_UP_SECONDS = 0.9;

    /** A warm-up with a connection for each message. */
    private static final double RECONNECTING_WARM_UP_SECONDS = 1.5;

    /** Each of the two parts of a warm-up that rehearses a schedule. */
    private static final double REHEARSED_WARM_UP_SECONDS = 0.45;

    /** The same if a library other than the JDK's has to be compiled, too: 0.5 to 1 s. */
    private static final double LIBRARY_REHEARSED_WARM_UP_SECONDS = 0.55;

    /** A round trip between two CPUs, each side woken by the other. */
    private static final double ROUND_TRIP_SECONDS = 1e-4;

    /** A small message over a blocking transport between two CPUs was seen to take about this long. */
    private static final double MESSAGE_SECONDS = 2e-6;

    /** Throughput of large messages over the same transport, in bytes a second. */
    private static final double BYTES_PER_SECOND = 1.5e9;

    /** Writing a file of several gigabytes, most of it to a disk, and reading it back, in bytes a second. */
    private static final double STORED_BYTES_PER_SECOND = 2.5e8;

    /** Number of usual iterations that are taken as seen: a few slow ones do not make a slow machine. */
    private static final int USUAL_ITERATIONS = 10;

    /**
     * Time that is added for cells whose peers wake each other up across CPUs, as a share of the planned time: their figures
     * scatter, and that of others hardly.
     */
    private static final double WAKE_UPS_ADDED_SHARE = 0.8;

    private static final int PEERS = 2;
    private static final double NANOS = 1e9;

    /** Mean times outside the measured part, in seconds. */
    private final Map<Likeness, Mean> outside = new HashMap<>();

    /** Mean times of a message, in seconds. */
    private final Map<MessageLikeness, Mean> messages = new HashMap<>();

    /** Times of planned iterations in runs whose cells may get extra time, in seconds. */
    private final Map<ScatterLikeness, Mean> planned = new HashMap<>();

    /** Times of the other iterations in these runs, in seconds. */
    private final Map<ScatterLikeness, Mean> added = new HashMap<>();

    /** What earlier iterations took outside their measured part, as a multiple of what the constants say. */
    private final Mean ratio = new Mean(USUAL_ITERATIONS);

    private IterationTimes(List<TimedIteration> earlier) {
        earlier.forEach(this::learn);
    }

    /** Times as in these iterations. */
    public static IterationTimes learnedFrom(List<TimedIteration> earlier) {
        return new IterationTimes(earlier);
    }

    /** What iterations have in common that take about as long outside their measured part; an empty placement stands for all. */
    private record Likeness(String transportId, String question, String placement, int processes, long warmUpNanos) {
        static Likeness of(Cell cell, long warmUpNanos) {
            return new Likeness(
                    cell.transportId(),
                    cell.workloadName(),
                    cell.placementName(),
                    cell.clients().processes(),
                    warmUpNanos);
        }

        Likeness anywhere() {
            return new Likeness(transportId, question, "", processes, warmUpNanos);
        }
    }

    /** What cells have in common that need about as much extra time. */
    private record ScatterLikeness(String question, String placement) {
        static ScatterLikeness of(Cell cell) {
            return new ScatterLikeness(cell.workloadName(), cell.placementName());
        }
    }

    /** What messages have in common that take about as long. */
    private record MessageLikeness(String transportId, String question, int requestBytes) {
        static MessageLikeness of(Cell cell) {
            return new MessageLikeness(cell.transportId(), cell.workloadName(), cell.requestBytes());
        }
    }

    /** The time of an iteration, in seconds, with what comes between it and the next one. */
    double seconds(Cell cell, Plan plan) {
        Likeness like = Likeness.of(cell, plan.warmUpNanos());
        double outsideSeconds = Stream.of(like, like.anywhere())
                .flatMap(each -> Stream.ofNullable(outside.get(each)))
                .map(Mean::value)
                .findFirst()
                .orElseGet(() -> ratio.value() * usualSeconds(cell, plan.warmUpNanos()));
        return outsideSeconds + plan.meterNanos() / NANOS + measuredSeconds(cell) + BETWEEN_SECONDS;
    }

    /** The time of iterations beyond the planned ones, as a share of their time. */
    double addedShare(Plan plan) {
        return plan.cells().stream()
                .filter(cell -> cell.obstacle().isEmpty())
                .mapToDouble(this::addedShare)
                .average()
                .orElse(0);
    }

    private double addedShare(Cell cell) {
        ScatterLikeness like = ScatterLikeness.of(cell);
        Mean known = planned.get(like);
        return known == null ? usualAddedShare(cell) : added.getOrDefault(like, new Mean()).sum / known.sum;
    }

    private static double usualAddedShare(Cell cell) {
        return cell.workload().question().inTurns() && measuringCpus(cell) > 1 ? WAKE_UPS_ADDED_SHARE : 0;
    }

    /** The largest number of CPUs that the measuring threads take. */
    private static int measuringCpus(Cell cell) {
        return cell.placement().cpus().map(cpus -> cpus.list().size()).orElse(PEERS);
    }

    private void learn(TimedIteration iteration) {
        Plan plan = iteration.plan();
        Plan.Part part = iteration.turn().part();
        if (plan.stopping() instanceof ExtraTime && part != Plan.Part.BASELINE) {
            (part == Plan.Part.PLANNED ? planned : added)
                    .computeIfAbsent(ScatterLikeness.of(iteration.turn().cell()), unused -> new Mean())
                    .add(iteration.breakdown().totalNanos() / NANOS);
        }
        if (part != Plan.Part.AGAIN) { // its warm-up may take longer
            learn(iteration.turn().cell(), iteration.breakdown(), plan.warmUpNanos(), plan.meterNanos());
        }
    }

    private void learn(Cell cell, Breakdown time, long warmUpLimitNanos, long meterNanos) {
        double seconds = Math.max(0, time.outsideNanos() - meterNanos) / NANOS;
        Likeness like = Likeness.of(cell, warmUpLimitNanos);
        Stream.of(like, like.anywhere())
                .forEach(each ->
                        outside.computeIfAbsent(each, unused -> new Mean()).add(seconds));
        ratio.add(seconds / usualSeconds(cell, warmUpLimitNanos));
        if (cell.workload().extent() instanceof Extent.Count count) {
            messages.computeIfAbsent(MessageLikeness.of(cell), unused -> new Mean())
                    .add(time.measuredNanos() / NANOS / count.messages());
        }
    }

    /** The usual time outside the measured part; processes share the CPUs while they start. */
    private static double usualSeconds(Cell cell, long warmUpLimitNanos) {
        return PAIR_SECONDS * (1 + cell.clients().processes()) / PEERS
                + (isOfTheJdk(cell) ? 0 : LIBRARY_SECONDS)
                + usualWarmUpSeconds(cell, warmUpLimitNanos / NANOS);
    }

    private static boolean isOfTheJdk(Cell cell) {
        return cell.transport().info().library().equals(Library.JDK);
    }

    private static double usualWarmUpSeconds(Cell cell, double limitSeconds) {
        if (cell.workload().isRehearsed(cell.clients().number())) {
            return 2
                    * Math.min(
                            limitSeconds,
                            isOfTheJdk(cell) ? REHEARSED_WARM_UP_SECONDS : LIBRARY_REHEARSED_WARM_UP_SECONDS);
        }
        if (cell.workload().reconnects()) {
            return Math.min(limitSeconds, RECONNECTING_WARM_UP_SECONDS);
        }
        boolean roomy = Runtime.getRuntime().availableProcessors() > measuringCpus(cell);
        return Math.min(limitSeconds, roomy ? ROOMY_WARM_UP_SECONDS : CROWDED_WARM_UP_SECONDS);
    }

    private double measuredSeconds(Cell cell) {
        Extent extent = cell.workload().extent();
        if (extent instanceof Extent.Period period) {
            return period.nanos() / NANOS;
        }
        double usual = Math.max(
                cell.workload().question().inTurns() ? ROUND_TRIP_SECONDS : MESSAGE_SECONDS,
                cell.requestBytes() / BYTES_PER_SECOND);
        double storingSeconds = cell.workload().storedBytes() / STORED_BYTES_PER_SECOND;
        double workSeconds = cell.workload()
                .shape()
                .map(shape -> shape.work().nanos() / NANOS)
                .orElse(0.0);
        Mean known = messages.get(MessageLikeness.of(cell));
        long count = ((Extent.Count) extent).messages();
        return known == null ? count * (usual + workSeconds) + storingSeconds : count * known.value();
    }

    /** A mean of the values so far; 1 without any. */
    private static final class Mean {
        private double sum;
        private int count;

        Mean() {
            this(0);
        }

        /** A mean that begins with this number of ones. */
        Mean(int ones) {
            sum = ones;
            count = ones;
        }

        void add(double value) {
            sum += value;
            count++;
        }

        double value() {
            return count == 0 ? 1 : sum / count;
        }
    }
}
