package org.ipcbench.doctor;

import java.io.FileInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.time.Duration;
import java.util.OptionalDouble;
import org.ipcbench.measure.clock.NanoClock;

/** What a short call costs once it is compiled. */
final class CallCost {
    /** Calls of a batch: together they take far longer than the readings of the clock around them. */
    private static final int CALLS = 50;

    /** The search ends when nothing faster came for this long. */
    private static final long REST_NANOS = 10_000_000;

    /** A batch counts as faster from this share on. */
    private static final double FASTER = 0.95;

    /** The first batch is interpreted. A call that is not at least this much faster in the end may still wait for the compiler. */
    private static final double COMPILED = 0.75;

    /** How long the compiler may take: it starts within a millisecond, unless it waits for a CPU. */
    static final Duration PATIENCE = Duration.ofMillis(500);

    private static final int MAX_BATCHES = 1_000_000;

    private static final String NOTHING = "/dev/null";

    private CallCost() {}

    /** A call of which a batch is timed. */
    @FunctionalInterface
    interface Call {
        long make() throws IOException;
    }

    /**
     * The cost of reading a clock, in nanoseconds.
     *
     * @param patience how long the compiler may take
     */
    static double ofReading(NanoClock clock, Duration patience) {
        try {
            return fastestNanos(clock, clock::nanos, patience);
        } catch (IOException e) {
            throw new IllegalStateException("a clock has no file", e);
        }
    }

    /**
     * The cost of a system call that does nothing: reading from {@code /dev/null}, which the kernel checks as it checks each use of a pipe
     * or socket. Empty where there is no such file.
     */
    static OptionalDouble ofEmptyCall() {
        try (InputStream nothing = new FileInputStream(NOTHING)) {
            return OptionalDouble.of(fastestNanos(NanoClock.system(), nothing::read, PATIENCE));
        } catch (IOException e) {
            return OptionalDouble.empty();
        }
    }

    private static double fastestNanos(NanoClock clock, Call call, Duration patience) throws IOException {
        long start = clock.nanos();
        long improved = start;
        long first = batchNanos(clock, call);
        long fastest = first;
        for (int batch = 0; batch < MAX_BATCHES; batch++) {
            long nanos = batchNanos(clock, call);
            long now = clock.nanos();
            if (nanos < FASTER * fastest) {
                improved = now;
            }
            fastest = Math.min(fastest, nanos);
            boolean compiled = fastest < COMPILED * first;
            if (now - improved > (compiled ? REST_NANOS : patience.toNanos())) {
                break;
            }
        }
        return (double) fastest / CALLS;
    }

    private static long batchNanos(NanoClock clock, Call call) throws IOException {
        long start = clock.nanos();
        for (int i = 0; i < CALLS; i++) {
            var unused = call.make();
        }
        return clock.nanos() - start;
    }
}
