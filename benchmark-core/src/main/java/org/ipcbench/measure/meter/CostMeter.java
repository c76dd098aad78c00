package org.ipcbench.measure.meter;

import com.sun.management.OperatingSystemMXBean;
import java.lang.management.ManagementFactory;
import java.util.function.LongSupplier;
import org.ipcbench.measure.result.Cost;
import org.ipcbench.measure.result.Cost.JvmWork;
import org.ipcbench.measure.result.Count;

/** Measures what a measured part costs this process. All methods are called by the measuring thread. */
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
}
