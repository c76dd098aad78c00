package org.ipcbench.environment;

import java.util.List;
import org.ipcbench.kernel.KernelFiles;
import org.ipcbench.kernel.KernelNumber;

/** Reads the processors. No CPU is read by a fixed number: a container may have any CPUs, and CPU 0 may be offline. */
final class CpuProbe {
    private static final String CPUS = "sys/devices/system/cpu";

    private final KernelFiles files;
    private final String architecture;
    private final CpuInfo info;
    private final List<Integer> numbers;

    CpuProbe(KernelFiles files, String architecture) {
        this.files = files;
        this.architecture = architecture;
        this.info = new CpuInfo(files);
        this.numbers = files.numbers(CPUS, "cpu");
    }

    Cpu cpu() {
        return new Cpu(
                model(),
                sockets(),
                cores(),
                logicalCpus(),
                files.text(CPUS + "/online"),
                files.field("proc/self/status", "Cpus_allowed_list"),
                each("cpufreq/scaling_governor").stream().distinct().sorted().toList(),
                files.text("sys/devices/system/clocksource/clocksource0/current_clocksource"),
                info.hypervisor(),
                state(CPUS + "/smt/active", "1"),
                turbo());
    }

    /** The state of turbo. Intel's driver has a separate file with the opposite meaning. */
    private String turbo() {
        String boost = state(CPUS + "/cpufreq/boost", "1");
        return boost.isEmpty() ? state(CPUS + "/intel_pstate/no_turbo", "0") : boost;
    }

    /**
     * The state of a switch; empty if the machine has no such switch.
     *
     * @param on the file's content if the switch is on
     */
    private String state(String file, String on) {
        String value = files.text(file);
        if (value.isEmpty()) {
            return "";
        }
        return value.equals(on) ? "on" : "off";
    }

    private String model() {
        List<String> models = info.models();
        if (!models.isEmpty()) {
            return String.join(" + ", models);
        }
        String board = files.text("sys/firmware/devicetree/base/model");
        return board.isEmpty() ? architecture : board;
    }

    private int sockets() {
        // -1 is not a socket but means that the firmware does not tell.
        List<String> packages = each("topology/physical_package_id").stream()
                .filter(KernelNumber::isNumber)
                .toList();
        return packages.isEmpty()
                ? info.distinct("physical id")
                : (int) packages.stream().distinct().count();
    }

    private int cores() {
        // Cores are counted by siblings, because core ids repeat between sockets and, on some machines, within one.
        List<String> siblings = each("topology/thread_siblings_list");
        return siblings.isEmpty()
                ? info.distinct("physical id", "core id")
                : (int) siblings.stream().distinct().count();
    }

    private int logicalCpus() {
        // Offline CPUs keep their directory but have no topology.
        int online = each("topology/thread_siblings_list").size();
        return online == 0 ? info.count() : online;
    }

    /** The contents of this file for every CPU that has it. */
    private List<String> each(String file) {
        return numbers.stream()
                .map(cpu -> files.text("%s/cpu%d/%s".formatted(CPUS, cpu, file)))
                .filter(text -> !text.isEmpty())
                .toList();
    }
}
