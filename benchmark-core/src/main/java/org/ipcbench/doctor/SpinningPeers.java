package org.ipcbench.doctor;

import java.util.List;
import java.util.stream.Collectors;
import org.ipcbench.environment.Cpu;
import org.ipcbench.placement.CpuSet;
import org.ipcbench.transport.Transport;

/**
 * Whether each spinning peer has a separate CPU. Makes no check if the user has placed the peers.
 *
 * @param intent what is to be measured
 * @param cpu the processors
 */
record SpinningPeers(Intent intent, Cpu cpu) implements Probe {

    @Override
    public List<Finding> findings() {
        List<Transport> spinning = intent.spinning();
        if (spinning.isEmpty() || intent.placed() || cpu.allowed().isEmpty()) {
            return List.of();
        }
        int cpus = CpuSet.parse(cpu.allowed()).list().size();
        List<Transport> crowded = spinning.stream()
                .filter(transport -> Intent.PEERS + (transport.auxiliary().isPresent() ? 1 : 0) > cpus)
                .toList();
        if (crowded.isEmpty()) {
            return List.of();
        }
        return List.of(new Finding(
                "too few CPUs",
                cpus < Intent.PEERS ? Severity.SERIOUS : Severity.MODERATE,
                "the processes of %s spin, and may use only CPU %s"
                        .formatted(
                                crowded.stream().map(Transport::id).collect(Collectors.joining(", ")), cpu.allowed()),
                "a process that spins holds the CPU which the other needs: messages wait for the scheduler",
                "allow more CPUs (taskset -c 0-3 java …, docker run --cpuset-cpus=0-3), or leave these out of -t"));
    }
}
