package org.ipcbench.environment;

import java.util.List;

/**
 * The processors.
 *
 * @param model what they are called; several, joined by {@code +}, where they differ; the architecture where the machine
 *     does not tell
 * @param sockets packages with a CPU online
 * @param cores cores with a CPU online
 * @param logicalCpus CPUs online, hardware threads counted each
 * @param online those CPUs, in the kernel's notation: {@code 0-3,8}
 * @param allowed the CPUs that this process may run on, in the same notation
 * @param governors the frequency governors in force, each once
 * @param clockSource what the kernel reads the time from; anything but {@code tsc} or {@code arch_sys_counter} is slow to
 *     read, which shows in latencies
 * @param hypervisor {@code present} or {@code absent} by the CPU's flags; empty where it has no such flag
 * @param smt {@code on} where cores have several hardware threads online, else {@code off}
 * @param turbo {@code on} where CPUs may exceed their nominal frequency, else {@code off}
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
