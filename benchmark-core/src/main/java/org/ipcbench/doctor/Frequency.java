package org.ipcbench.doctor;

import java.util.ArrayList;
import java.util.List;
import org.ipcbench.environment.Cpu;

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
