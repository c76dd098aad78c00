package org.ipcbench.doctor;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;
import org.ipcbench.doctor.Diagnosis.Finding;
import org.ipcbench.doctor.Diagnosis.Finding.Severity;
import org.ipcbench.doctor.Doctor.Intent;
import org.ipcbench.doctor.Doctor.Probe;
import org.ipcbench.environment.Environment.Kernel;
import org.ipcbench.environment.Machine;
import org.ipcbench.environment.Machine.Cpu;
import org.ipcbench.kernel.ControlGroups;
import org.ipcbench.placement.CpuSet;
import org.ipcbench.transport.Transport;

/** What the CPUs and their clock do to figures. */
final class CpuProbes {
    private CpuProbes() {}

    /**
     * Whether control groups limit the peers' CPU time.
     *
     * @param groups the control groups around this process
     */
    record CpuGrant(ControlGroups groups) implements Probe {

        @Override
        public List<Finding> findings() {
            double cpus = groups.cpus();
            if (Double.isInfinite(cpus)) {
                return List.of();
            }
            long throttled = groups.throttledPeriods();
            boolean tooFew = cpus < Intent.PEERS;
            if (!tooFew && throttled == 0) {
                return List.of();
            }
            return List.of(
                    new Finding(
                            "CPU limit",
                            tooFew ? Severity.SERIOUS : Severity.MODERATE,
                            String.format(
                                    Locale.ROOT,
                                    "the control group grants the time of %.2f CPUs, and was stopped %d times so far",
                                    cpus,
                                    throttled),
                            "once its time is used up, every process stands still until the next period: long pauses, low rates",
                            "docker run --cpus=4, systemctl set-property UNIT CPUQuota=400%, or raise cpu.max of the control group"));
        }
    }

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
                                    crowded.stream().map(Transport::id).collect(Collectors.joining(", ")),
                                    cpu.allowed()),
                    "a process that spins holds the CPU which the other needs: messages wait for the scheduler",
                    "allow more CPUs (taskset -c 0-3 java …, docker run --cpuset-cpus=0-3), or leave these out of -t"));
        }
    }

    /**
     * Whether CPUs change their frequency.
     *
     * @param cpu the processors
     */
    record Frequency(Cpu cpu) implements Probe {
        /** The governor that keeps the frequency at its highest. */
        private static final String STEADY = "performance";

        @Override
        public List<Finding> findings() {
            List<Finding> findings = new ArrayList<>();
            List<String> changing = cpu.governors().stream()
                    .filter(governor -> !governor.equals(STEADY))
                    .toList();
            if (!changing.isEmpty()) {
                findings.add(new Finding(
                        "CPU governor",
                        Severity.MODERATE,
                        "CPU governor is " + String.join(", ", changing),
                        "CPUs slow down whenever peers wait: transports that sleep lose more than those that spin",
                        "cpupower frequency-set -g " + STEADY));
            }
            if (cpu.turbo().equals("on")) {
                findings.add(new Finding(
                        "turbo",
                        Severity.MODERATE,
                        "CPUs may exceed their nominal frequency",
                        "a cool CPU, or one that is busy alone, is faster: iterations and placements differ",
                        "echo 0 > /sys/devices/system/cpu/cpufreq/boost, with intel_pstate:"
                                + " echo 1 > /sys/devices/system/cpu/intel_pstate/no_turbo"));
            }
            return findings;
        }
    }

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
            String onThem =
                    cpus.size() == 1 ? "both peers are placed on it" : "each peer is placed on a CPU of its own";
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

    /**
     * Whether the kernel moves memory and processes between NUMA nodes.
     *
     * @param machine the hardware
     * @param kernel the kernel's settings
     */
    record NodeBalancing(Machine machine, Kernel kernel) implements Probe {

        @Override
        public List<Finding> findings() {
            int nodes = machine.numaNodes().size();
            return nodes > 1 && kernel.balancesNodes()
                    ? List.of(new Finding(
                            "NUMA balancing",
                            Severity.MODERATE,
                            "the kernel moves memory between %d NUMA nodes".formatted(nodes),
                            "page faults while peers run, and iterations that differ by where memory happens to be",
                            "sysctl -w kernel.numa_balancing=0, or --placement same-node"))
                    : List.of();
        }
    }

    /**
     * The cost of reading the clock.
     *
     * @param cpu the processors
     * @param nanos what a reading takes in compiled code
     */
    record ClockReading(Cpu cpu, double nanos) implements Probe {
        /** Sources that are registers of the CPU. */
        private static final Set<String> REGISTERS = Set.of("tsc", "arch_sys_counter");

        /**
         * Readings without a system call took 20 to 30 ns in tests, whatever the source, and up to 110 ns where the compiler found no CPU for
         * half a second; those with one take more than an empty call, and as long as a round trip through shared memory.
         */
        private static final double MAX_NANOS = 200;

        @Override
        public List<Finding> findings() {
            if (nanos <= MAX_NANOS) {
                return List.of();
            }
            boolean chosen = !cpu.clockSource().isEmpty() && !REGISTERS.contains(cpu.clockSource());
            return List.of(new Finding(
                    "slow clock",
                    Severity.SERIOUS,
                    String.format(
                            Locale.ROOT,
                            "a reading of the clock takes %.0f ns%s",
                            nanos,
                            cpu.clockSource().isEmpty() ? "" : ", from " + cpu.clockSource()),
                    "each latency includes a reading; a sampled message takes two",
                    chosen
                            ? "echo tsc > /sys/devices/system/clocksource/clocksource0/current_clocksource, where"
                                    + " available_clocksource has it"
                            : "measure where programs may read the processor's counter themselves"));
        }
    }
}
