package org.ipcbench.measure.meter;

import com.sun.management.OperatingSystemMXBean;
import com.sun.management.ThreadMXBean;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.function.LongPredicate;
import java.util.function.LongSupplier;
import java.util.function.ToLongFunction;
import org.ipcbench.kernel.KernelFile;
import org.ipcbench.measure.clock.CompilationClock;
import org.ipcbench.measure.result.Cost;
import org.ipcbench.measure.result.Cost.JvmWork;
import org.ipcbench.measure.result.Cost.KernelCounts;
import org.ipcbench.measure.result.Count;
import org.jspecify.annotations.Nullable;

/** Measures what a measured part costs this process, or a part of it. All methods are called by the measuring thread. */
public final class CostMeter {
    /**
     * The meter's own calls from one reading of the system calls to the next: the first reading, which the kernel
     * counts only after it.
     */
    private static final long OVERHEAD_CALLS = 1;

    private final AllocationMeter allocations;
    private final ProcessFiles kernel;
    private final JvmBeans jvm;
    private final LongSupplier process;
    /** Whether the kernel tells the CPU time of threads, which is finer than the process's. */
    private boolean kernelTells;

    private ProcessCounts countsBefore;
    private JvmWork workBefore;
    private long processNanosBefore;
    private long allocatedBefore;
    private long compilationBefore;

    CostMeter(AllocationMeter allocations, ProcessFiles kernel, JvmBeans jvm, LongSupplier process) {
        this.allocations = allocations;
        this.kernel = kernel;
        this.jvm = jvm;
        this.process = process;
        countsBefore = kernel.read(false);
        workBefore = jvm.soFar();
        compilationBefore = workBefore.compilationNanos();
    }

    /** A meter that asks the kernel and the JVM. */
    public static CostMeter system(AllocationMeter allocations) {
        return new CostMeter(allocations, ProcessFiles.SYSTEM, JvmBeans.system(), CostMeter::processNanos);
    }

    /** A meter of the calling thread alone, in a process whose other threads have another meter. */
    public static CostMeter of(MeteredThread thread) {
        return new CostMeter(
                new AllocationMeter(id -> id == thread.id()),
                ProcessFiles.ofThread(),
                new JvmBeans(List.of(), () -> 0),
                () -> 0);
    }

    /** A meter of this process without a thread that has a meter of its own. */
    public static CostMeter besides(MeteredThread thread, AllocationMeter allocations) {
        return new CostMeter(
                allocations,
                ProcessFiles.besides(thread),
                JvmBeans.system(),
                () -> processNanos() - ManagementFactory.getThreadMXBean().getThreadCpuTime(thread.id()));
    }

    /** Asks a bean that takes 50 ms to start, so only if the kernel does not tell. */
    private static long processNanos() {
        return ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class).getProcessCpuTime();
    }

    /**
     * Called when the warm-up is over: the counts of the kernel and the JVM start here, since the other side may
     * already begin. Takes milliseconds, and is therefore called before the launcher is told.
     */
    public void arm() {
        kernel.forgetPeak();
        workBefore = jvm.soFar();
        compilationBefore = workBefore.compilationNanos();
        countsBefore = kernel.read(false);
        kernelTells = countsBefore.otherCpuNanosSince(countsBefore) != Count.UNKNOWN;
        processNanosBefore = kernelTells ? 0 : process.getAsLong();
    }

    /**
     * Called when the measured part begins: allocations and compilations count from here, which leaves out those of the
     * message to the launcher and of the wait for the compilers' rest.
     */
    public void begin() {
        compilationBefore = jvm.compiler().nanos();
        allocatedBefore = allocations.bytes();
    }

    /** Called when the measured part has ended, in a process whose measuring thread does nothing. */
    public Cost end() {
        return end(0, 0);
    }

    /**
     * Called when the measured part has ended.
     *
     * @param measuringNanos CPU time of the measuring thread (the caller), in nanoseconds
     * @param overheadCalls number of system calls that the marks made
     */
    public Cost end(long measuringNanos, long overheadCalls) {
        long allocated = allocations.bytes() - allocatedBefore; // first: reading the rest allocates
        JvmWork work = jvm.soFar();
        long processNanos = kernelTells ? 0 : process.getAsLong() - processNanosBefore;
        ProcessCounts counts = kernel.read(true);
        long otherNanos = counts.otherCpuNanosSince(countsBefore);
        return new Cost(
                otherNanos == Count.UNKNOWN ? Math.max(processNanos, measuringNanos) : otherNanos + measuringNanos,
                measuringNanos,
                counts.userNanosSince(countsBefore),
                counts.systemNanosSince(countsBefore),
                Math.max(0, allocated),
                counts.since(countsBefore, OVERHEAD_CALLS + overheadCalls),
                new JvmWork(
                        work.collections() - workBefore.collections(),
                        work.collectionNanos() - workBefore.collectionNanos(),
                        work.compilationNanos() - compilationBefore));
    }

    /**
     * A thread that is metered by itself.
     *
     * @param id the JVM's identifier
     * @param kernelId the kernel's identifier; empty if the kernel does not tell
     */
    public record MeteredThread(long id, String kernelId) {
        /** The calling thread. */
        public static MeteredThread calling() {
            return new MeteredThread(Thread.currentThread().getId(), ProcessFiles.SYSTEM.readerName());
        }
    }

    /** The JVM's beans that report its own work. */
    record JvmBeans(List<GarbageCollectorMXBean> collectors, CompilationClock compiler) {

        JvmBeans {
            collectors = List.copyOf(collectors);
        }

        static JvmBeans system() {
            return new JvmBeans(ManagementFactory.getGarbageCollectorMXBeans(), CompilerThreads.system());
        }

        /** The work so far. */
        JvmWork soFar() {
            long collections = 0;
            long collectionMillis = 0;
            for (GarbageCollectorMXBean collector : collectors) {
                if (CollectionLog.countsCollections(collector.getName())) {
                    collections += Math.max(0, collector.getCollectionCount()); // -1 if it is undefined
                }
                if (CollectionLog.stops(collector.getName())) {
                    collectionMillis += Math.max(0, collector.getCollectionTime());
                }
            }
            return new JvmWork(collections, Duration.ofMillis(collectionMillis).toNanos(), compiler.nanos());
        }
    }

    /**
     * The files with the kernel's counts of this process.
     *
     * @param self directory of the process
     * @param thread link to the directory of the thread that follows the link
     * @param alone whether only that thread counts
     * @param leftOut directory of a thread that does not count; empty if all count
     */
    record ProcessFiles(Path self, Path thread, boolean alone, Optional<Path> leftOut) {
        /** The running kernel's files. */
        static final ProcessFiles SYSTEM = new ProcessFiles(Path.of("/proc/self"), Path.of("/proc/thread-self"));

        /** The files of a process all of whose threads count. */
        ProcessFiles(Path self, Path thread) {
            this(self, thread, false, Optional.empty());
        }

        /** The files of the calling thread alone. */
        static ProcessFiles ofThread() {
            return new ProcessFiles(SYSTEM.thread, SYSTEM.thread, true, Optional.empty());
        }

        /** The files of this process, without a thread. */
        static ProcessFiles besides(MeteredThread other) {
            return new ProcessFiles(
                    SYSTEM.self,
                    SYSTEM.thread,
                    false,
                    other.kernelId().isEmpty()
                            ? Optional.empty()
                            : Optional.of(SYSTEM.self.resolve("task").resolve(other.kernelId())));
        }

        /** Indexes of fields of {@code /proc/self/stat}, counted from the field after the name, which is number 3. */
        private static final int MINOR_FAULTS = 10 - 3;

        private static final int MAJOR_FAULTS = 12 - 3;
        private static final int USER_TICKS = 14 - 3;
        private static final int SYSTEM_TICKS = 15 - 3;
        private static final String[] NOTHING = {};

        /** The number that makes the kernel reset the peak. */
        private static final String RESET_PEAK = "5";

        /** Resets the peak of memory use; if this is not allowed, the peak remains the peak since the process started. */
        void forgetPeak() {
            try (OutputStream file =
                    new FileOutputStream(self.resolve("clear_refs").toFile())) {
                file.write(RESET_PEAK.getBytes(StandardCharsets.US_ASCII));
            } catch (IOException e) {
                return; // not allowed, or no such kernel
            }
        }

        /**
         * Reads the number of system calls first, or last: reading the other counts makes system calls, which must not be
         * counted.
         */
        ProcessCounts read(boolean callsFirst) {
            long callsBefore = callsFirst ? ioCalls(true) : 0;
            Map<String, ThreadCounts> threads = alone ? Map.of() : ThreadCounts.all(self.resolve("task"));
            String readerName = readerName();
            @Nullable ThreadCounts reader = alone ? ThreadCounts.of(thread) : threads.remove(readerName);
            leftOut.ifPresent(other -> threads.remove(other.getFileName().toString()));
            String[] stat = statFields(self);
            String[] other = leftOut.map(ProcessFiles::statFields).orElse(NOTHING);
            long peakBytes = alone ? 0 : peakBytes();
            return new ProcessCounts(
                    threads,
                    reader == null ? Map.of() : Map.of(readerName, reader),
                    field(stat, USER_TICKS, other),
                    field(stat, SYSTEM_TICKS, other),
                    callsFirst ? callsBefore : ioCalls(false),
                    field(stat, MINOR_FAULTS, other),
                    field(stat, MAJOR_FAULTS, other),
                    peakBytes);
        }

        private long peakBytes() {
            long peak = new KernelFile(self.resolve("status")).number("VmHWM:").orElse(Count.UNKNOWN);
            return peak == Count.UNKNOWN ? Count.UNKNOWN : peak << 10;
        }

        private String readerName() {
            try {
                return thread.toFile().getCanonicalFile().getName();
            } catch (IOException e) {
                return "";
            }
        }

        /** @param first whether those of the process are read before those that do not count; reading those makes more of the former */
        private long ioCalls(boolean first) {
            long before = first ? ioCalls(self) : 0;
            long other = leftOut.map(ProcessFiles::ioCalls).orElse(0L);
            long all = first ? before : ioCalls(self);
            return all == Count.UNKNOWN || other == Count.UNKNOWN ? Count.UNKNOWN : all - other;
        }

        private static long ioCalls(Path directory) {
            String io = new KernelFile(directory.resolve("io")).text().orElse("");
            OptionalLong reads = KernelFile.number(io, "syscr:");
            OptionalLong writes = KernelFile.number(io, "syscw:");
            return reads.isPresent() && writes.isPresent() ? reads.getAsLong() + writes.getAsLong() : Count.UNKNOWN;
        }

        private static String[] statFields(Path directory) {
            String stat = new KernelFile(directory.resolve("stat")).text().orElse("");
            return stat.substring(stat.lastIndexOf(')') + 1).trim().split(" ");
        }

        private static long field(String[] stat, int index, String... other) {
            return index < stat.length
                    ? Long.parseLong(stat[index]) - (index < other.length ? Long.parseLong(other[index]) : 0)
                    : Count.UNKNOWN;
        }
    }

    /**
     * The kernel's counts of this process so far; {@link Count#UNKNOWN} if it does not tell.
     *
     * @param threads counts of each thread except the reading one, by the kernel's identifier
     * @param reader counts of the thread that reads
     * @param userTicks CPU time in user mode, in ticks
     * @param systemTicks CPU time in the kernel, in ticks
     * @param ioCalls system calls of the read and write families
     * @param minorFaults page faults without a read from disk
     * @param majorFaults page faults with a read from disk
     * @param peakResidentBytes the most memory it had in RAM
     */
    private record ProcessCounts(
            Map<String, ThreadCounts> threads,
            Map<String, ThreadCounts> reader,
            long userTicks,
            long systemTicks,
            long ioCalls,
            long minorFaults,
            long majorFaults,
            long peakResidentBytes) {
        /**
         * CPU time of all threads except the reading one since the earlier reading, in nanoseconds; unknown if no thread's
         * time is known.
         */
        long otherCpuNanosSince(ProcessCounts before) {
            return threads.isEmpty() && !reader.isEmpty()
                    ? 0 // no other thread counts
                    : ThreadCounts.grown(before.threads, threads, ThreadCounts::cpuNanos);
        }

        /** CPU time in user mode since the earlier reading, in nanoseconds. */
        long userNanosSince(ProcessCounts before) {
            return KernelFile.TICK_NANOS * Math.max(0, userTicks - before.userTicks);
        }

        /** CPU time in the kernel since the earlier reading, in nanoseconds. */
        long systemNanosSince(ProcessCounts before) {
            return KernelFile.TICK_NANOS * Math.max(0, systemTicks - before.systemTicks);
        }

        /**
         * The counts since the earlier reading.
         *
         * @param overheadCalls number of system calls that the metering itself made
         */
        KernelCounts since(ProcessCounts before, long overheadCalls) {
            return new KernelCounts(
                    grown(before.ioCalls + overheadCalls, ioCalls),
                    grownInThreads(before, ThreadCounts::voluntarySwitches),
                    grownInThreads(before, ThreadCounts::involuntarySwitches),
                    grownInThreads(before, ThreadCounts::migrations),
                    grown(before.minorFaults, minorFaults),
                    grown(before.majorFaults, majorFaults),
                    peakResidentBytes);
        }

        private long grownInThreads(ProcessCounts before, ToLongFunction<ThreadCounts> count) {
            long ofOthers = ThreadCounts.grown(before.threads, threads, count);
            long ofReader = ThreadCounts.grown(before.reader, reader, count);
            return ofReader == Count.UNKNOWN ? ofOthers : Math.max(0, ofOthers) + ofReader;
        }

        private static long grown(long before, long after) {
            return after == Count.UNKNOWN ? Count.UNKNOWN : Math.max(0, after - before);
        }
    }

    /**
     * The kernel's counts of one thread; {@link Count#UNKNOWN} if it does not tell.
     *
     * @param cpuNanos CPU time, in nanoseconds; for a thread that is running at this moment, up to the scheduler's last
     *     tick (1 to 10 ms)
     * @param voluntarySwitches number of times that the thread waited
     * @param involuntarySwitches number of times that the thread was preempted
     * @param migrations number of times that the thread went to another CPU
     */
    record ThreadCounts(long cpuNanos, long voluntarySwitches, long involuntarySwitches, long migrations) {
        private static final ThreadCounts STARTED = new ThreadCounts(0, 0, 0, 0);

        /** All threads below a directory like {@code /proc/self/task}, by their identifiers there. */
        static Map<String, ThreadCounts> all(Path tasks) {
            Map<String, ThreadCounts> counts = new HashMap<>();
            for (String thread : KernelFile.names(tasks)) {
                counts.put(thread, of(tasks.resolve(thread)));
            }
            return counts;
        }

        private static ThreadCounts of(Path task) {
            String status = new KernelFile(task.resolve("status")).text().orElse("");
            return new ThreadCounts(
                    new KernelFile(task.resolve("schedstat")).number("").orElse(Count.UNKNOWN),
                    KernelFile.number(status, "voluntary_ctxt_switches:").orElse(Count.UNKNOWN),
                    KernelFile.number(status, "nonvoluntary_ctxt_switches:").orElse(Count.UNKNOWN),
                    new KernelFile(task.resolve("sched"))
                            .number("se.nr_migrations")
                            .orElse(Count.UNKNOWN));
        }

        /**
         * Increase of a count, summed over all threads that are alive at the end, whether or not they were alive before;
         * unknown if no thread's count is known.
         */
        static long grown(
                Map<String, ThreadCounts> before, Map<String, ThreadCounts> after, ToLongFunction<ThreadCounts> count) {
            return after.entrySet().stream()
                    .filter(thread -> count.applyAsLong(thread.getValue()) != Count.UNKNOWN)
                    .mapToLong(thread -> Math.max(
                            0,
                            count.applyAsLong(thread.getValue())
                                    - Math.max(0, count.applyAsLong(before.getOrDefault(thread.getKey(), STARTED)))))
                    .reduce(Long::sum)
                    .orElse(Count.UNKNOWN);
        }
    }

    /** Counts the bytes that the threads of this process have allocated on its heap, exact to the byte. */
    public static final class AllocationMeter {
        private final ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        private final LongPredicate counted;

        /**
         * @param leftOut identifiers of threads whose allocations do not count
         */
        public AllocationMeter(Set<Long> leftOut) {
            this(id -> !leftOut.contains(id));
        }

        /** @param counted whether the allocations of the thread with this identifier count; asked again each time */
        public AllocationMeter(LongPredicate counted) {
            this.counted = counted;
        }

        /** Bytes allocated since the threads started, summed over the threads alive now. */
        public long bytes() {
            long[] ids = threads.getAllThreadIds();
            long[] allocated = threads.getThreadAllocatedBytes(ids);
            long sum = 0;
            for (int i = 0; i < ids.length; i++) {
                if (counted.test(ids[i])) {
                    sum += Math.max(0, allocated[i]); // -1 for a thread that has just ended
                }
            }
            return sum;
        }
    }
}
