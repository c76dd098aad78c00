package org.ipcbench.workload.shape;

import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.ipcbench.measure.clock.CpuClock;
import org.ipcbench.measure.clock.NanoClock;

/**
 * What a server does between a request and its answer.
 *
 * @param kind how it passes the time
 * @param nanos the time, in nanoseconds; 0 if it answers at once, and for a walk over memory
 * @param touchedBytes the memory over which both peers walk, in bytes; 0 for other work
 */
public record Work(Kind kind, long nanos, int touchedBytes) {
    /** The server answers at once. */
    public static final Work NONE = new Work(Kind.BUSY, 0);

    /** Shorter work is about as long as the reading of the thread's CPU time that has to prove it. */
    public static final long MIN_NANOS = 1_000;

    /** A lossy transport counts round trips of twice this time as lost. */
    public static final long MAX_NANOS = 100_000_000;

    /** A line of a cache. */
    public static final int MIN_TOUCHED_BYTES = 64;

    /** Beside this, peers have enough of their heap left. */
    public static final int MAX_TOUCHED_BYTES = 32 << 20;

    private static final long NANOS_PER_MICRO = 1_000;

    /** How the time passes. */
    public enum Kind {
        /** The thread computes, so that the time is CPU time. */
        BUSY,
        /** Each peer walks over its own memory before it sends, so that caches are cold for messages. */
        TOUCH,
        /** The thread sleeps, as if it waited for a disk or for another service. */
        SLEEP;

        /** The kind as options and files write it. */
        public String label() {
            return name().toLowerCase(Locale.ROOT);
        }

        /** The kind with this label; empty if there is none. */
        public static Optional<Kind> labelled(String label) {
            return Stream.of(values())
                    .filter(kind -> kind.label().equals(label))
                    .findFirst();
        }
    }

    public Work {
        boolean ofTime = nanos == 0 ? kind == Kind.BUSY : nanos >= MIN_NANOS && nanos <= MAX_NANOS;
        boolean possible = kind == Kind.TOUCH
                ? nanos == 0 && touchedBytes >= MIN_TOUCHED_BYTES && touchedBytes <= MAX_TOUCHED_BYTES
                : ofTime && touchedBytes == 0;
        if (!possible) {
            throw new IllegalArgumentException("no work of %d ns, %s".formatted(nanos, kind.label()));
        }
    }

    /** Work of a given time. */
    public Work(Kind kind, long nanos) {
        this(kind, nanos, 0);
    }

    /** A walk over this memory, by each peer before it sends. */
    public static Work touching(int bytes) {
        return new Work(Kind.TOUCH, 0, bytes);
    }

    /** Whether there is any. */
    public boolean isAsked() {
        return !equals(NONE);
    }

    /** Number of times that it is done for a call. */
    public int timesACall() {
        return kind == Kind.TOUCH ? 2 : 1;
    }

    /** For people, such as {@code 50 us of work} or {@code 1000 us of sleep}. */
    public String text() {
        if (kind == Kind.TOUCH) {
            return "a walk over %d bytes".formatted(touchedBytes);
        }
        return String.format(
                Locale.ROOT,
                nanos % NANOS_PER_MICRO == 0 ? "%.0f us of %s" : "%.3f us of %s",
                (double) nanos / NANOS_PER_MICRO,
                kind == Kind.BUSY ? "work" : "sleep");
    }

    /** Whether the thread's CPU time proves the work. */
    public boolean isBusy() {
        return kind == Kind.BUSY && nanos > 0;
    }

    /** The mean of the work of several requests, whose times are CPU times in nanoseconds; none if there are no times. */
    static Work ofEach(long... eachNanos) {
        return new Work(Kind.BUSY, Math.round(LongStream.of(eachNanos).average().orElse(0)));
    }

    /** Whether peers compute, so that their CPU time holds it. */
    public boolean takesCpuTime() {
        return isBusy() || kind == Kind.TOUCH;
    }

    /** Makes a worker for the client; called by the thread that will use it. */
    public Worker clientsWorker(NanoClock clock) {
        return kind == Kind.TOUCH ? worker(clock) : new Worker.Idle();
    }

    /**
     * Makes a worker for the server; called by the thread that will use it.
     *
     * @param eachNanos the times of the requests of each batch in their order, in nanoseconds; empty if all have the same time
     */
    public Worker worker(NanoClock clock, long... eachNanos) {
        if (!isAsked()) {
            return new Worker.Idle();
        }
        return switch (kind) {
            case TOUCH -> new Worker.Touching(touchedBytes, CpuClock.ofCallingThread());
            case BUSY ->
                new Worker.Busy(eachNanos.length == 0 ? new long[] {nanos} : eachNanos, CpuClock.ofCallingThread());
            case SLEEP -> new Worker.Sleeping(nanos, clock, LockSupport::parkNanos);
        };
    }
}
