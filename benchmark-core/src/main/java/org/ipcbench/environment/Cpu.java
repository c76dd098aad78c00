package org.ipcbench.environment;

import java.util.List;

/**
 * The processors.
 *
 * @param model the model; several, joined by {@code +}, if they differ; the architecture if the machine does not tell
 * @param sockets number of packages with a CPU online
 * @param cores number of cores with a CPU online
 * @param logicalCpus number of CPUs online; each hardware thread counts
 * @param online the CPUs online, in the kernel's notation: {@code 0-3,8}
 * @param allowed the CPUs that this process may run on, in the same notation
 * @param governors the current frequency governors, each once
 * @param clockSource the kernel's source of time; {@code doctor} measures what a reading takes
 * @param hypervisor {@code present} or {@code absent} by the CPU's flags; empty if it has no such flag
 * @param smt {@code on} if cores have several hardware threads online, else {@code off}
 * @param turbo {@code on} if CPUs may exceed their nominal frequency, else {@code off}
 */
public record Cpu(
        String model,
        int sockets,
        int cores,
        int logicalCpus,
        String online,
        String allowed,
        List<String> governors,
        String clockSource,
        String hypervisor,
        String smt,
        String turbo) {

    public Cpu {
        governors = List.copyOf(governors);
    }
}
