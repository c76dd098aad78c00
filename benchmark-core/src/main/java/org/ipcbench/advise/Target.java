package org.ipcbench.advise;

import java.time.Duration;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import org.ipcbench.analysis.LatencyBound;
import org.ipcbench.analysis.statistics.Interval;
import org.ipcbench.analysis.statistics.Sample;
import org.ipcbench.analysis.summary.LateShare;
import org.ipcbench.analysis.summary.LoadFigures;
import org.ipcbench.plan.cell.Cell;
import org.ipcbench.workload.codec.Document;
import org.ipcbench.workload.load.ArrivalPattern;
import org.ipcbench.workload.load.Load;
import org.ipcbench.workload.shape.Shape;
import org.ipcbench.workload.shape.SizeMix;

/**
 * The demands that a transport has to meet.
 *
 * @param requestBytes size of every message or request, in bytes; of a mix, the mean
 * @param ratePerSecond messages or calls offered a second, by all clients together
 * @param p99Nanos the latency that 99 of 100 messages or calls have to stay below, in nanoseconds
 * @param clients number of clients that send the messages to one server
 * @param call how each call looks; empty if messages are not answered one by one
 */
public record Target(int requestBytes, long ratePerSecond, long p99Nanos, int clients, Optional<Shape> call) {
    private static final int TWICE = 2;
    private static final int TEN_TIMES = 10;
    private static final double NANOS_PER_SECOND = 1e9;

    /** Fewest messages for a 99th percentile: ten lie beyond it. */
    private static final long MIN_MESSAGES = 1000;

    /**
     * Usual number of messages: a little more than the minimum, because some may be lost. Twice as many hardly make errors rarer, see
     * docs/evidence/error-rates.md.
     */
    private static final long USUAL_MESSAGES = MIN_MESSAGES + MIN_MESSAGES / 10;

    /** Usual duration of an iteration: more iterations of the leaders tell more than longer ones of all. */
    private static final Duration USUAL_DURATION = Duration.ofMillis(400);

    /**
     * Duration of an iteration on a machine that stalls: a share of messages that stalls delay has to be told from the share that is
     * permitted. docs/evidence/error-rates.md says how often the answer is then the same.
     */
    private static final Duration PATIENT_DURATION = Duration.ofSeconds(2);

    public Target {
        if (requestBytes < 1 || ratePerSecond < 1 || p99Nanos < 1 || clients < 1) {
            throw new IllegalArgumentException("no target of %d bytes at %d a second of %d clients below %d ns"
                    .formatted(requestBytes, ratePerSecond, clients, p99Nanos));
        }
        if (call.stream().anyMatch(shape -> shape.requestBytes() != requestBytes)) {
            throw new IllegalArgumentException("no calls of %d bytes are %s".formatted(requestBytes, call));
        }
    }

    /** A target of messages in one direction. */
    public Target(int requestBytes, long ratePerSecond, long p99Nanos, int clients) {
        this(requestBytes, ratePerSecond, p99Nanos, clients, Optional.empty());
    }

    /** A target of one client. */
    public Target(int requestBytes, long ratePerSecond, long p99Nanos) {
        this(requestBytes, ratePerSecond, p99Nanos, 1);
    }

    /** Returns a copy whose messages are calls of this shape. */
    public Target of(Shape shape) {
        return new Target(shape.requestBytes(), ratePerSecond, p99Nanos, clients, Optional.of(shape));
    }

    /** The demands that every target makes, and those of its clients. */
    public Set<Demand> demands() {
        return clients > 1 ? Set.of(Demand.TWO_PROCESSES, Demand.MANY_CLIENTS) : Set.of(Demand.TWO_PROCESSES);
    }

    /** Returns a copy with twice the rate; empty if it exceeds the highest rate. */
    public Optional<Target> twiceAsOften() {
        return ratePerSecond * TWICE > Load.MAX_RATE
                ? Optional.empty()
                : Optional.of(new Target(requestBytes, ratePerSecond * TWICE, p99Nanos, clients, call));
    }

    /**
     * Returns a copy with messages, requests and answers ten times as large; empty if they exceed the largest size, and if the
     * requests' sizes differ.
     */
    public Optional<Target> tenTimesAsLarge() {
        long largest = (long) call.map(Shape::largestBytes).orElse(requestBytes) * TEN_TIMES;
        boolean isTooLarge =
                largest > Cell.MAX_BYTES || (call.filter(Shape::isCoded).isPresent() && largest > Document.MAX_BYTES);
        return isTooLarge || mix().isPresent()
                ? Optional.empty()
                : Optional.of(new Target(
                        requestBytes * TEN_TIMES,
                        ratePerSecond,
                        p99Nanos,
                        clients,
                        call.map(shape -> shape.asking(requestBytes * TEN_TIMES)
                                .answeredBy(shape.ownAnswerBytes() * TEN_TIMES))));
    }

    /** The sizes of the requests if they differ. */
    public Optional<SizeMix> mix() {
        return call.flatMap(shape -> Optional.ofNullable(shape.mix()));
    }

    /** Returns a copy of a load with the size, the shape and the rate of this target. */
    public Load load(Load like) {
        Load sized = call.map(like::of).orElseGet(() -> like.ofSize(requestBytes));
        return sized.atRate((double) ratePerSecond);
    }

    /** Fewest messages of an iteration: enough for a 99th percentile, and for the bursts of each client. */
    public long fewestMessages(ArrivalPattern arrivals) {
        return Math.max(MIN_MESSAGES, (long) clients * arrivals.messagesAtOnce());
    }

    /** The time in which the fewest messages are due. */
    public Duration shortest(ArrivalPattern arrivals) {
        return timeOf(fewestMessages(arrivals));
    }

    /** The time of an iteration unless the user chooses it. */
    public Duration usual(ArrivalPattern arrivals) {
        Duration usual = timeOf(Math.max(USUAL_MESSAGES, fewestMessages(arrivals)));
        return usual.compareTo(USUAL_DURATION) > 0 ? usual : USUAL_DURATION;
    }

    /** The time of an iteration on a machine that stalls, unless the user chooses it. */
    public Duration patient(ArrivalPattern arrivals) {
        Duration usual = usual(arrivals);
        return usual.compareTo(PATIENT_DURATION) > 0 ? usual : PATIENT_DURATION;
    }

    private Duration timeOf(long messages) {
        return Duration.ofNanos(Math.round(NANOS_PER_SECOND * messages / ratePerSecond));
    }

    /** The bound of the latencies. */
    public LatencyBound bound() {
        return new LatencyBound(p99Nanos);
    }

    /** Judges whether a candidate reaches the target. */
    public Judgement judge(Trial trial) {
        return new Judgement(trial, trial.figures().map(this::answer).orElse(LatencyBound.Answer.NO_FIGURE), this);
    }

    private LatencyBound.Answer answer(Trial.Figures figures) {
        boolean isReached = figures.achievedPerSecond() >= LoadFigures.MIN_SHARE * figures.offeredPerSecond();
        return bound().judge(isReached, figures.p99Nanos(), figures.late());
    }

    /**
     * Whether a candidate reaches a target.
     *
     * @param trial what was measured of the candidate
     * @param answer whether the target is reached
     * @param target the target it was measured against
     */
    public record Judgement(Trial trial, LatencyBound.Answer answer, Target target) {

        /** The candidate's name. */
        public String candidate() {
            return trial.candidate();
        }

        /** Whether the candidate reaches the target, perhaps but for the machine's stalls. */
        public boolean meets() {
            return answer.meets();
        }

        /** The limit divided by the latency, the machine's stalls left out. */
        public double margin() {
            return target.p99Nanos() / ownP99Nanos().orElseThrow();
        }

        /** The 99th percentile with the machine's stalls left out or, where that is unknown, with them; empty if there is none. */
        public OptionalDouble ownP99Nanos() {
            return trial.figures().stream()
                    .map(figures -> figures.ownP99Nanos().isPresent() ? figures.ownP99Nanos() : figures.p99Nanos())
                    .flatMapToDouble(OptionalDouble::stream)
                    .findFirst();
        }

        /** Whether the machine's stalls lengthen the p99. */
        public boolean isBetterWithoutStalls() {
            return trial.figures()
                    .filter(figures -> figures.ownP99Nanos().orElse(Double.MAX_VALUE)
                            < figures.p99Nanos().orElse(0))
                    .isPresent();
        }

        /** Whether the p99 is below the limit, however certain it is. */
        public boolean isBelowLimit() {
            return trial.figures()
                    .flatMap(figures -> figures.p99Nanos().stream().boxed().findFirst())
                    .filter(nanos -> nanos < target.p99Nanos())
                    .isPresent();
        }

        /** The 95 % interval of the share of later messages; empty for fewer than three iterations, and for two speeds. */
        public Optional<Interval> lateInterval() {
            return trial.figures().flatMap(Trial.Figures::late).flatMap(LateShare::interval);
        }

        /** Whether certainly more messages are late than may be, the machine's stalls included. */
        public boolean isWhollyAbove() {
            return lateInterval()
                    .filter(interval -> interval.low() > LatencyBound.MAX_LATE_SHARE)
                    .isPresent();
        }

        /** Number of iterations. */
        public int iterations() {
            return trial.figures().map(Trial.Figures::iterations).orElse(0);
        }

        /** Whether the candidate is undecided because only better ones were measured further. */
        public boolean isNotPursuedBehind(Judgement better) {
            return answer == LatencyBound.Answer.TOO_CLOSE && iterations() < better.iterations();
        }

        /** The candidate's CPU time for a message divided by another one's. */
        public double costRelativeTo(Judgement other) {
            return cpuNanosPerMessage() / other.cpuNanosPerMessage();
        }

        /** Whether there are enough iterations for intervals. */
        boolean isRepeated() {
            return iterations() >= Sample.MIN_VALUES;
        }

        double cpuNanosPerMessage() {
            return trial.figures().orElseThrow().cpuNanosPerMessage();
        }
    }
}
