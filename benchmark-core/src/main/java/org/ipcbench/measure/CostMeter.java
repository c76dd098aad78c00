package org.ipcbench.measure;

/** Finds out what a measured part costs this process. */
public final class CostMeter {
    private final CpuClock cpu;
    private final AllocationMeter allocations;
    private long cpuStartNanos;
    private long allocatedBefore;

    public CostMeter(CpuClock cpu, AllocationMeter allocations) {
        this.cpu = cpu;
        this.allocations = allocations;
    }

    /** All is warm: CPU time counts from here, since the other side may already begin. */
    public void arm() {
        cpuStartNanos = cpu.nanos();
    }

    /** The measured part begins: objects count from here, so that telling the launcher does not. */
    public void begin() {
        allocatedBefore = allocations.bytes();
    }

    /** The measured part has ended. */
    public Cost end() {
        long allocated = allocations.bytes() - allocatedBefore; // first: reading CPU time allocates
        return new Cost(cpu.nanos() - cpuStartNanos, Math.max(0, allocated));
    }
}
