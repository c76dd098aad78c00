package org.ipcbench.peer;

import java.util.ArrayDeque;
import java.util.Deque;
import org.ipcbench.measure.CompilationClock;
import org.ipcbench.measure.NanoClock;

/** Whether the just-in-time compiler has come to rest, of a server that does not decide when its warm-up ends. */
final class CompilerRest {
    /** Readings are so far apart at least, and there are so many: the compiler tells of its work when a compilation ends. */
    private static final long APART_NANOS = 25_000_000;

    private static final int READINGS = 4;

    /** At rest it worked for at most this share of the time. */
    private static final double SHARE = 0.05;

    private static final double NANOS_PER_MILLI = 1e6;

    private final NanoClock clock;
    private final CompilationClock compiler;
    private final Deque<Reading> readings = new ArrayDeque<>();

    private record Reading(long nanos, long compilerMillis) {}

    CompilerRest(NanoClock clock, CompilationClock compiler) {
        this.clock = clock;
        this.compiler = compiler;
    }

    /** Between two batches. */
    void look() {
        long now = clock.nanos();
        if (readings.isEmpty() || now - readings.getLast().nanos() >= APART_NANOS) {
            readings.addLast(new Reading(now, compiler.millis()));
            if (readings.size() > READINGS) {
                readings.removeFirst();
            }
        }
    }

    boolean isAtRest() {
        if (readings.size() < READINGS) {
            return false;
        }
        Reading first = readings.getFirst();
        double workedNanos = NANOS_PER_MILLI * (compiler.millis() - first.compilerMillis());
        return workedNanos <= SHARE * (clock.nanos() - first.nanos());
    }
}
