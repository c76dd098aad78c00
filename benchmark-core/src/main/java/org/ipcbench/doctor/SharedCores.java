package org.ipcbench.doctor;

import java.util.List;
import org.ipcbench.environment.Cpu;

/**
 * Whether two CPUs may be threads of one core.
 *
 * @param cpu the processors
 */
record SharedCores(Cpu cpu) implements Probe {

    @Override
    public List<Finding> findings() {
        return cpu.smt().equals("on")
                ? List.of(new Finding(
                        "SMT",
                        Severity.MODERATE,
                        "cores have several hardware threads (%d cores, %d CPUs)"
                                .formatted(cpu.cores(), cpu.logicalCpus()),
                        "peers on one core hand messages over faster and compute slower; the kernel chooses where they run",
                        "--placement split-cpu, or echo off > /sys/devices/system/cpu/smt/control"))
                : List.of();
    }
}
