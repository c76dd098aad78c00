package org.ipcbench.advise;

import java.util.Optional;
import org.ipcbench.analysis.LatencyBound;
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
}
