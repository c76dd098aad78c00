package org.ipcbench.measure.result;

import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A reading of the clock inside the measured part, taken once for each sixteenth.
 *
 * @param nanos the machine's monotonic clock, in nanoseconds; of peers that do not share it, aligned with the client's
 * @param messages messages or round trips of the measured part so far
 * @param cpu the CPU that the measuring thread was on; {@link #UNKNOWN_CPU} if the kernel does not tell
 * @param meanwhile what happened since the mark before; null if nothing did, and in records of earlier builds
 */
public record Mark(
        long nanos, long messages, int cpu, @Nullable Meanwhile meanwhile) {
    public static final int UNKNOWN_CPU = -1;

    /** A mark before which nothing happened but messages. */
    public Mark(long nanos, long messages, int cpu) {
        this(nanos, messages, cpu, null);
    }

    /**
     * What a peer did between two marks besides its messages.
     *
     * @param collections number of garbage collections that ended
     * @param compilationNanos time of the compilations that ended, in nanoseconds; steps by 1 ms
     * @param standstillNanos longest time between two looks at the clock, in nanoseconds, if it stands out, else 0
     */
    public record Meanwhile(long collections, long compilationNanos, long standstillNanos) {
        /** Returns what happened; null if nothing did. */
        public static @Nullable Meanwhile of(long collections, long compilationNanos, long standstillNanos) {
            return collections > 0 || compilationNanos > 0 || standstillNanos > 0
                    ? new Meanwhile(collections, compilationNanos, standstillNanos)
                    : null;
        }

        /** What connections of one process, or both peers, saw of the same time; null if nothing happened. */
        public static @Nullable Meanwhile ofAll(Stream<Mark> marks) {
            List<Meanwhile> all =
                    marks.map(Mark::meanwhile).filter(Objects::nonNull).toList();
            return of(
                    all.stream().mapToLong(Meanwhile::collections).max().orElse(0),
                    all.stream().mapToLong(Meanwhile::compilationNanos).max().orElse(0),
                    all.stream().mapToLong(Meanwhile::standstillNanos).max().orElse(0));
        }
    }

    /** Whether the mark is in the time between two others. */
    public boolean isBetween(long fromNanos, long toNanos) {
        return nanos > fromNanos && nanos <= toNanos;
    }

    /** Returns a copy by a clock that is ahead by this, in nanoseconds. */
    Mark ahead(long byNanos) {
        return new Mark(nanos + byNanos, messages, cpu, meanwhile);
    }

    /** Returns a copy without the CPU. */
    Mark withoutCpu() {
        return new Mark(nanos, messages, UNKNOWN_CPU, meanwhile);
    }

    boolean tellsCpu() {
        return cpu != UNKNOWN_CPU;
    }
}
