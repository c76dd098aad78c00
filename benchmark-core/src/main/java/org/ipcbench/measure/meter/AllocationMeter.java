package org.ipcbench.measure.meter;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.util.Set;

/** Counts the bytes that the threads of this process have allocated on its heap, exact to the byte. */
public final class AllocationMeter {
    private final ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    private final Set<Long> leftOut;

    /**
     * @param leftOut identifiers of threads whose allocations do not count
     */
    public AllocationMeter(Set<Long> leftOut) {
        this.leftOut = Set.copyOf(leftOut);
    }

    /** Bytes allocated since the threads started, summed over the threads alive now. */
    public long bytes() {
        long[] ids = threads.getAllThreadIds();
        long[] allocated = threads.getThreadAllocatedBytes(ids);
        long sum = 0;
        for (int i = 0; i < ids.length; i++) {
            if (!leftOut.contains(ids[i])) {
                sum += Math.max(0, allocated[i]); // -1 for a thread that has just ended
            }
        }
        return sum;
    }
}
