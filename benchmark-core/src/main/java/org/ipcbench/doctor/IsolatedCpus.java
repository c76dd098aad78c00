package org.ipcbench.doctor;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.List;
import org.ipcbench.placement.CpuSet;

/**
 * Whether the kernel isolates CPUs: only processes that are moved there explicitly run on them.
 *
 * @param root the directory that holds {@code sys}
 */
record IsolatedCpus(Path root) implements Probe {

    @Override
    public List<Finding> findings() {
        List<Integer> cpus = isolated().list();
        if (cpus.isEmpty()) {
            return List.of();
        }
        String onThem = cpus.size() == 1 ? "both peers are placed on it" : "each peer is placed on a CPU of its own";
        return List.of(new Finding(
                "isolated CPUs",
                Severity.NOTE,
                "the kernel moves no process to or between the CPUs %s".formatted(new CpuSet(cpus)),
                "steadier there, if %s; other placements leave these CPUs out".formatted(onThem),
                "--placement cpu:%d,%d".formatted(cpus.get(0), cpus.get(Math.min(1, cpus.size() - 1)))));
    }

    private CpuSet isolated() {
        try {
            return CpuSet.listedIn(root.resolve("sys/devices/system/cpu/isolated"));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
