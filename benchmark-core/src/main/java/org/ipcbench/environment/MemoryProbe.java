package org.ipcbench.environment;

import java.util.List;
import org.ipcbench.kernel.DiskSpace;
import org.ipcbench.kernel.KernelFiles;
import org.ipcbench.kernel.KernelNumber;

/** Reads main memory, its nodes and shared memory. */
final class MemoryProbe {
    private static final String NODES = "sys/devices/system/node";

    private final KernelFiles files;

    MemoryProbe(KernelFiles files) {
        this.files = files;
    }

    Memory memory() {
        DiskSpace shared = files.space("dev/shm");
        return new Memory(
                KernelNumber.sizeBytes(files.field("proc/meminfo", "MemTotal")),
                shared.totalBytes(),
                shared.freeBytes());
    }

    List<NumaNode> numaNodes() {
        return files.numbers(NODES, "node").stream().map(this::node).toList();
    }

    private NumaNode node(int id) {
        String node = "%s/node%d/".formatted(NODES, id);
        String total = files.field(node + "meminfo", "Node %d MemTotal".formatted(id));
        return new NumaNode(id, files.text(node + "cpulist"), KernelNumber.sizeBytes(total));
    }
}
