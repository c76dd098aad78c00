package org.ipcbench.advise;

import java.util.Optional;
import org.ipcbench.analysis.statistics.Interval;
import org.ipcbench.analysis.summary.LoadFigures;
import org.ipcbench.plan.cell.Cell;
import org.ipcbench.workload.Workload;

/**
 * The demands that a transport has to meet.
 *
 * @param requestBytes size of every message, in bytes
 * @param ratePerSecond messages offered a second, by all clients together
 * @param p99Nanos the latency that 99 of 100 messages have to stay below, in nanoseconds
 * @param clients number of clients that send the messages to one server
 */
public record Target(int requestBytes, long ratePerSecond, long p99Nanos, int clients) {
    /**
     * Without an interval, a latency within this factor of the limit is too close to tell: the 99th percentile of one iteration
     * is rarely more than twice, or less than half, the 99th percentile of another one.
     */
    public static final double UNREPEATED_FACTOR = 2;

    /** The share of messages that may be later than the limit. */
    private static final double MAX_LATE_SHARE = 0.01;

    private static final int TWICE = 2;
    private static final int TEN_TIMES = 10;

    public Target {
        if (requestBytes < 1 || ratePerSecond < 1 || p99Nanos < 1 || clients < 1) {
            throw new IllegalArgumentException("no target of %d bytes at %d a second of %d clients below %d ns"
                    .formatted(requestBytes, ratePerSecond, clients, p99Nanos));
        }
    }

    /** A target of one client. */
    public Target(int requestBytes, long ratePerSecond, long p99Nanos) {
        this(requestBytes, ratePerSecond, p99Nanos, 1);
    }

    /** Returns a copy with twice the rate; empty if it exceeds the highest rate. */
    public Optional<Target> twiceAsOften() {
        return ratePerSecond * TWICE > Workload.Load.MAX_RATE
                ? Optional.empty()
                : Optional.of(new Target(requestBytes, ratePerSecond * TWICE, p99Nanos, clients));
    }

    /** Returns a copy with messages ten times as large; empty if they exceed the largest size. */
    public Optional<Target> tenTimesAsLarge() {
        return (long) requestBytes * TEN_TIMES > Cell.MAX_BYTES
                ? Optional.empty()
                : Optional.of(new Target(requestBytes * TEN_TIMES, ratePerSecond, p99Nanos, clients));
    }

    /** Judges whether a candidate reaches the target. */
    public Judgement judge(Trial trial) {
        return new Judgement(trial, trial.figures().map(this::answer).orElse(Judgement.Answer.NO_FIGURE), this);
    }

    private Judgement.Answer answer(Trial.Figures figures) {
        if (figures.achievedPerSecond() < LoadFigures.MIN_SHARE * figures.offeredPerSecond()) {
            return Judgement.Answer.NOT_REACHED;
        }
        if (figures.p99Nanos().isEmpty()) {
            return Judgement.Answer.NO_FIGURE;
        }
        double p99 = figures.p99Nanos().getAsDouble();
        Interval likely = figures.p99Interval().orElse(new Interval(p99 / UNREPEATED_FACTOR, p99 * UNREPEATED_FACTOR));
        if (likely.high() < p99Nanos) {
            return Judgement.Answer.MEETS;
        }
        Optional<Interval> own = figures.besideStalls().map(Trial.BesideStalls::share);
        // an interval below zero contradicts itself: the machine did not stall like that while the messages were sent
        if (own.filter(late -> late.high() >= 0 && late.high() <= MAX_LATE_SHARE)
                .isPresent()) {
            return Judgement.Answer.MEETS_BUT_FOR_STALLS;
        }
        boolean perhaps = likely.contains((double) p99Nanos)
                || own.filter(late -> late.low() <= MAX_LATE_SHARE).isPresent();
        return perhaps ? Judgement.Answer.TOO_CLOSE : Judgement.Answer.MISSES;
    }
}
