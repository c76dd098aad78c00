package org.ipcbench.measure.meter;

import java.lang.management.CompilationMXBean;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.ipcbench.kernel.KernelFile;
import org.ipcbench.measure.clock.CompilationClock;

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

    private static CompilationClock jvm() {
        CompilationMXBean compiler = ManagementFactory.getCompilationMXBean();
        return compiler == null || !compiler.isCompilationTimeMonitoringSupported()
                ? () -> 0
                : () -> NANOS_PER_MILLI * compiler.getTotalCompilationTime();
    }
}
