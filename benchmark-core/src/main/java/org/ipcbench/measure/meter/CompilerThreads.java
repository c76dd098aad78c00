package org.ipcbench.measure.meter;

import java.lang.management.CompilationMXBean;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import org.ipcbench.kernel.KernelFile;
import org.ipcbench.measure.clock.CompilationClock;
import org.ipcbench.measure.clock.NanoClock;

/**
 * The threads of this JVM's just-in-time compilers, as the kernel describes them: it knows of a compilation that has
 * begun, while the JVM's own count grows only when one ends.
 */
public final class CompilerThreads implements CompilationClock {
    /** HotSpot's names of these threads, as far as the kernel keeps them. */
    private static final List<String> NAMES = List.of("C1 CompilerThre", "C2 CompilerThre", "JVMCI CompilerT");

    private static final int SCHEDSTAT_BYTES = 128;
    private static final long NANOS_PER_MILLI = 1_000_000;

    private static final CompilationClock SYSTEM = of(Path.of("/proc/self/task"), jvm());

    private final List<ThreadFile> schedstats;

    private CompilerThreads(List<ThreadFile> schedstats) {
        this.schedstats = List.copyOf(schedstats);
    }

    /** The compilers of this JVM; always 0 if it has none, or neither the kernel nor the JVM times them. */
    public static CompilationClock system() {
        return SYSTEM;
    }

    /**
     * The compilers among the threads in a directory like {@code /proc/self/task}.
     *
     * @param otherwise the clock if the kernel shows no such thread, or does not time it
     */
    static CompilationClock of(Path tasks, CompilationClock otherwise) {
        List<ThreadFile> schedstats = new ArrayList<>();
        for (String thread : KernelFile.names(tasks)) {
            Path task = tasks.resolve(thread);
            if (new KernelFile(task.resolve("comm"))
                    .text()
                    .map(String::strip)
                    .filter(NAMES::contains)
                    .isPresent()) {
                ThreadFile schedstat = ThreadFile.open(task.resolve("schedstat"), SCHEDSTAT_BYTES);
                if (schedstat.read()) {
                    schedstats.add(schedstat);
                }
            }
        }
        CompilationClock clock = new CompilerThreads(schedstats);
        return clock.nanos() > 0 ? clock : otherwise; // they have worked by now, unless this kernel counts nothing
    }

    /** Connections may have threads of their own, which share the open files. */
    @Override
    public synchronized long nanos() {
        long nanos = 0;
        for (ThreadFile schedstat : schedstats) {
            if (schedstat.read()) {
                nanos += schedstat.numberFrom(0) + schedstat.numberFrom(schedstat.behindNext(' ', 0));
            }
        }
        return nanos;
    }

    /** What the JVM itself tells: of compilations that have ended, in milliseconds, without asking the kernel. */
    static CompilationClock jvm() {
        CompilationMXBean compiler = ManagementFactory.getCompilationMXBean();
        return compiler == null || !compiler.isCompilationTimeMonitoringSupported()
                ? () -> 0
                : () -> NANOS_PER_MILLI * compiler.getTotalCompilationTime();
    }

    /**
     * Tells whether the just-in-time compiler has come to rest: its clock has hardly advanced between the last readings.
     */
    public static final class CompilerRest {
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
}
