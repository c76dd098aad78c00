package org.ipcbench.analysis.statistics;

import java.util.List;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.ipcbench.analysis.Noise;
import org.ipcbench.analysis.Occasion;
import org.ipcbench.analysis.doubt.Doubts.Rule.LimitRule;
import org.ipcbench.analysis.doubt.JvmRule;
import org.ipcbench.analysis.doubt.MachineRule;
import org.ipcbench.analysis.doubt.Reason;
import org.ipcbench.analysis.doubt.SampleEvidence;
import org.ipcbench.measure.result.ClientFigures;
import org.ipcbench.measure.result.Cost;
import org.ipcbench.measure.result.MachineLoad;
import org.ipcbench.measure.result.Measurement;

/**
 * What the counters of kernel and JVM tell of made-up iterations. They err: they advance in steps, and work that began before
 * the measured part is booked when it ends.
 */
final class Counters {
    private static final double PART_MILLIS = 500;

    /** Work that begins earlier than this before the measured part has ended by then. */
    private static final double BEFORE_MILLIS = 200;

    private static final int CPUS = 2;
    private static final double TICK_MILLIS = 10;
    private static final double JVM_STEP_MILLIS = 1;
    private static final double NANOS_PER_MILLI = 1e6;

    private final Noise noise;
    private final Reason.Kind kind;
    private final LimitRule rule;

    Counters(Noise noise, Reason.Kind kind) {
        this.noise = noise;
        this.kind = kind;
        rule = Stream.<LimitRule>concat(JvmRule.ALL.stream(), MachineRule.ALL.stream())
                .filter(each -> each.kind() == kind)
                .findFirst()
                .orElseThrow();
    }

    /** What really happened in an iteration, as a share in each JVM or of the machine, and what the counters say. */
    private record Seen(List<Double> shares, Measurement measurement) {
        Seen(double share, Measurement measurement) {
            this(List.of(share), measurement);
        }
    }

    /**
     * How often the rule is wrong about iterations that have this many times the limit on average: fires although the
     * true share is within the limit, or stays silent although it is above.
     */
    double wrong(int iterations, double limits) {
        return wrong(iterations, () -> iteration(limits * rule.limit()));
    }

    /** The same of the compilers of several clients, of which the first has this many times the limit and the others half of it. */
    double wrongOfClients(int clients, int iterations, double limitsOfFirst) {
        return wrong(
                iterations,
                () -> ofClients(IntStream.range(0, clients)
                        .mapToObj(i -> work((i == 0 ? limitsOfFirst : 0.5) * rule.limit(), 4, JVM_STEP_MILLIS))
                        .toList()));
    }

    private double wrong(int iterations, Supplier<Seen> iteration) {
        return Noise.percent(500, () -> {
            List<Seen> seen = Stream.generate(iteration).limit(iterations).toList();
            List<Measurement> measurements =
                    seen.stream().map(Seen::measurement).toList();
            boolean fires = rule.doubt(SampleEvidence.of(measurements)).isPresent();
            return fires != greatestMean(seen) > rule.limit();
        });
    }

    private static double greatestMean(List<Seen> iterations) {
        return IntStream.range(0, iterations.get(0).shares().size())
                .mapToDouble(jvm -> iterations.stream()
                        .mapToDouble(seen -> seen.shares().get(jvm))
                        .average()
                        .orElseThrow())
                .max()
                .orElseThrow();
    }

    private Seen iteration(double share) {
        return switch (kind) {
            case WARM_UP -> ofJvm(work(share, 4, JVM_STEP_MILLIS), true);
            case COLLECTION -> ofJvm(work(share, 2, JVM_STEP_MILLIS), false);
            case STEAL -> ofMachine(work(share, 5, TICK_MILLIS));
            default -> otherLoad(share);
        };
    }

    /** Work in an iteration, in milliseconds: as it was, and as it was booked. */
    private record Work(double millis, double bookedMillis) {}

    /** Pieces of work of random length, booked at their end, in steps. */
    private Work work(double share, double pieceMillis, double stepMillis) {
        double within = 0;
        double bookedBefore = noise.upTo(stepMillis);
        double booked = 0;
        double now = -BEFORE_MILLIS;
        while (true) {
            now += noise.exponential(pieceMillis * (1 - share) / share);
            double length = noise.exponential(pieceMillis);
            double end = now + length;
            if (end <= 0) {
                bookedBefore += length;
            } else if (end <= PART_MILLIS) {
                booked += length;
            }
            within += Math.max(0, Math.min(end, PART_MILLIS) - Math.max(now, 0));
            now = end;
            if (now > PART_MILLIS) {
                double told = Math.floor((bookedBefore + booked) / stepMillis) - Math.floor(bookedBefore / stepMillis);
                return new Work(within, told * stepMillis);
            }
        }
    }

    private static Seen ofClients(List<Work> compilers) {
        List<ClientFigures> clients = compilers.stream()
                .map(work -> new ClientFigures(1, 0, 1, 1, 1)
                        .inJvm(new Cost.JvmWork(0, 0, Math.round(work.bookedMillis() * NANOS_PER_MILLI))))
                .toList();
        return new Seen(
                compilers.stream().map(work -> work.millis() / PART_MILLIS).toList(),
                new Occasion().measurement().draft().clients(clients).measurement());
    }

    private static Seen ofJvm(Work work, boolean compiles) {
        long nanos = Math.round(work.bookedMillis() * NANOS_PER_MILLI);
        Cost.JvmWork jvm = new Cost.JvmWork(0, compiles ? 0 : nanos, compiles ? nanos : 0);
        Cost cost = new Cost(0, 0, 0, 0, 0, Cost.KernelCounts.UNKNOWN, jvm);
        return new Seen(work.millis() / PART_MILLIS, new Occasion().cost(cost).measurement());
    }

    private static Seen ofMachine(Work work) {
        MachineLoad load = new MachineLoad(CPUS, 0, Math.round(work.bookedMillis() * NANOS_PER_MILLI), 0);
        return new Seen(
                work.millis() / PART_MILLIS, new Occasion().machine(load).measurement());
    }

    /** At each tick the kernel books a whole one on what runs at that moment; what the pair used is known exactly. */
    private Seen otherLoad(double share) {
        double own = noise.upTo(1 - share);
        int ticks = (int) (CPUS * PART_MILLIS / TICK_MILLIS);
        int busy = 0;
        for (int i = 0; i < ticks; i++) {
            busy += noise.chance(own + share) ? 1 : 0;
        }
        MachineLoad load = new MachineLoad(CPUS, Math.round(busy * TICK_MILLIS * NANOS_PER_MILLI), 0, 0);
        long ownNanos = Math.round(own * CPUS * PART_MILLIS * NANOS_PER_MILLI);
        return new Seen(
                share,
                new Occasion().machine(load).cost(new Cost(ownNanos / 2, 0)).measurement()); // of either peer
    }
}
