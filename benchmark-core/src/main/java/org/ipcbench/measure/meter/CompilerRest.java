package org.ipcbench.measure.meter;

import java.util.ArrayDeque;
import java.util.Deque;
import org.ipcbench.measure.clock.CompilationClock;
import org.ipcbench.measure.clock.NanoClock;

/**
 * Tells whether the just-in-time compiler has come to rest: its clock has hardly advanced between the last readings.
 */
public final class CompilerRest {
    /** A compiler may pause between two compilations, so that a single interval may miss the next one. */
    private static final int READINGS = 4;

    /** The largest share of the time that a compiler at rest works. */
    private static final double SHARE = 0.05;

    private final NanoClock clock;
    private final CompilationClock compiler;
    private final long apartNanos;
    private final Deque<Reading> readings = new ArrayDeque<>();

    private record Reading(long nanos, long compilerNanos) {}

    /**
     * @param apartNanos shortest time between two readings, in nanoseconds
     */
    public CompilerRest(NanoClock clock, CompilationClock compiler, long apartNanos) {
        this.clock = clock;
        this.compiler = compiler;
        this.apartNanos = apartNanos;
    }

    /** Takes a reading between two batches if one is due. */
    public void look() {
        long now = clock.nanos();
        if (readings.isEmpty() || now - readings.getLast().nanos() >= apartNanos) {
            readings.addLast(new Reading(now, compiler.nanos()));
            if (readings.size() > READINGS) {
                readings.removeFirst();
            }
        }
    }

    /**
     * Whether there are enough readings, and the compiler has worked for at most a twentieth of the time since the
     * oldest reading.
     */
    public boolean isAtRest() {
        if (readings.size() < READINGS) {
            return false;
        }
        Reading oldest = readings.getFirst();
        long workedNanos = compiler.nanos() - oldest.compilerNanos();
        return workedNanos <= SHARE * (clock.nanos() - oldest.nanos());
    }
}
