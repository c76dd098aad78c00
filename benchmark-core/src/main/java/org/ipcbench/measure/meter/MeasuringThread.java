package org.ipcbench.measure.meter;

import java.io.Closeable;
import java.io.IOException;
import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import org.ipcbench.measure.clock.CompilationClock;
import org.ipcbench.measure.result.Count;
import org.ipcbench.measure.result.Mark;

/** The kernel's information about a thread that exchanges messages, and what its JVM tells at once. */
@FunctionalInterface
public interface MeasuringThread extends Closeable {

    /** The number of the CPU that the thread runs on; {@link Mark#UNKNOWN_CPU} if the kernel does not tell. */
    int cpu();

    /**
     * Time so far for which the thread could have run while another thread had its CPU, in nanoseconds; {@link
     * Count#UNKNOWN} if the kernel does not tell.
     */
    default long queuedNanos() {
        return Count.UNKNOWN;
    }

    /** Number of migrations to another CPU so far; {@link Count#UNKNOWN} if the kernel does not tell. */
    default long migrations() {
        return Count.UNKNOWN;
    }

    /** Number of garbage collections of this JVM so far. */
    default long collections() {
        return 0;
    }

    /** Time of this JVM's compilations that have ended so far, in nanoseconds; steps by 1 ms. */
    default long compilationNanos() {
        return 0;
    }

    @Override
    default void close() throws IOException {
        // most have nothing open
    }

    /** Returns the information about the calling thread; only that thread may use it. */
    static MeasuringThread ofCallingThread() {
        return KernelThread.ofCallingThread();
    }

    /** Reads the files in which the kernel describes a thread. */
    final class KernelThread implements MeasuringThread {
        /** Directory of the thread that opens its files. */
        private static final Path SELF = Path.of("/proc/thread-self");

        /** The longest possible line: 52 numbers of up to 20 digits, and a name. */
        private static final int STAT_BYTES = 2048;

        /** Room for three numbers. */
        private static final int QUEUE_BYTES = 128;

        /** The needed values are in the first lines. */
        private static final int SCHED_BYTES = 1024;

        /** Index of the CPU's field, counted from the field after the name, which is number 3. */
        private static final int CPU_FIELD = 39 - 3;

        private static final byte[] MIGRATIONS = ThreadFile.label("se.nr_migrations");

        private final ThreadFile stat;
        private final ThreadFile queue;
        private final ThreadFile sched;
        private final GarbageCollectorMXBean[] collectors = ManagementFactory.getGarbageCollectorMXBeans().stream()
                .filter(each -> CollectionLog.countsCollections(each.getName()))
                .toArray(GarbageCollectorMXBean[]::new);
        private final CompilationClock compilations = CompilerThreads.jvm();

        private KernelThread(ThreadFile stat, ThreadFile queue, ThreadFile sched) {
            this.stat = stat;
            this.queue = queue;
            this.sched = sched;
        }

        static MeasuringThread ofCallingThread() {
            return of(SELF);
        }

        /** Opens {@code stat}, {@code schedstat} and {@code sched} in this directory. */
        static MeasuringThread of(Path directory) {
            return new KernelThread(
                    ThreadFile.open(directory.resolve("stat"), STAT_BYTES),
                    ThreadFile.open(directory.resolve("schedstat"), QUEUE_BYTES),
                    ThreadFile.open(directory.resolve("sched"), SCHED_BYTES));
        }

        @Override
        public int cpu() {
            if (!stat.read()) {
                return Mark.UNKNOWN_CPU;
            }
            int at = stat.behindLast(')') + 1; // the name, in parentheses, may contain spaces and parentheses itself
            for (int field = 0; field < CPU_FIELD; field++) {
                at = stat.behindNext(' ', at);
            }
            return (int) stat.numberFrom(at);
        }

        /** The second number of {@code schedstat} (Documentation/scheduler/sched-stats.rst of the kernel). */
        @Override
        public long queuedNanos() {
            return queue.read() ? queue.numberFrom(queue.behindNext(' ', 0)) : Count.UNKNOWN;
        }

        @Override
        public long migrations() {
            return sched.read() ? sched.numberFrom(sched.behindLabel(MIGRATIONS)) : Count.UNKNOWN;
        }

        @Override
        public long collections() {
            long all = 0;
            for (GarbageCollectorMXBean each : collectors) {
                all += each.getCollectionCount();
            }
            return all;
        }

        @Override
        public long compilationNanos() {
            return compilations.nanos();
        }

        @Override
        public void close() throws IOException {
            stat.close();
            queue.close();
            sched.close();
        }
    }
}
