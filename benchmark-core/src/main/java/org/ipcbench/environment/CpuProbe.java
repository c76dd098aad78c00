package org.ipcbench.environment;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.ipcbench.environment.Machine.Cpu;
import org.ipcbench.kernel.KernelFiles;
import org.ipcbench.kernel.KernelFiles.KernelNumber;

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

    /** The CPUs of {@code /proc/cpuinfo}: a block of fields for each CPU; the fields depend on the architecture. */
    private static final class CpuInfo {
        private final List<Map<String, String>> cpus = new ArrayList<>();

        CpuInfo(KernelFiles files) {
            Map<String, String> block = new LinkedHashMap<>();
            for (String line : files.lines("proc/cpuinfo")) {
                String[] field = line.split(":", 2);
                if (field.length == 2) {
                    block.put(field[0].strip(), field[1].strip());
                } else if (line.isBlank()) {
                    add(block);
                    block = new LinkedHashMap<>();
                }
            }
            add(block);
        }

        /** Adds a block; some architectures have blocks about the board, which are not CPUs. */
        private void add(Map<String, String> block) {
            if (block.containsKey("processor")) {
                cpus.add(block);
            }
        }

        int count() {
            return cpus.size();
        }

        /** Number of different values of these fields, among CPUs that have all of them. */
        int distinct(String... fields) {
            return (int) cpus.stream()
                    .filter(cpu -> Arrays.stream(fields).allMatch(cpu::containsKey))
                    .map(cpu -> Arrays.stream(fields).map(cpu::get).toList())
                    .distinct()
                    .count();
        }

        /** Name of the CPUs; empty if they have none. On aarch64 it is two numbers. */
        List<String> models() {
            List<String> names = values("model name").distinct().toList();
            return names.isEmpty()
                    ? cpus.stream()
                            .filter(cpu -> cpu.containsKey("CPU implementer") && cpu.containsKey("CPU part"))
                            .map(cpu -> "CPU implementer %s part %s"
                                    .formatted(cpu.get("CPU implementer"), cpu.get("CPU part")))
                            .distinct()
                            .toList()
                    : names;
        }

        /** {@code present}, {@code absent}, or empty if CPUs have no such flag: only x86 prints {@code flags}. */
        String hypervisor() {
            List<String> flags = values("flags").toList();
            if (flags.isEmpty()) {
                return "";
            }
            boolean present = flags.stream()
                    .anyMatch(words -> List.of(words.split("\\s+", -1)).contains("hypervisor"));
            return present ? "present" : "absent";
        }

        private Stream<String> values(String field) {
            return cpus.stream().map(cpu -> cpu.getOrDefault(field, "")).filter(value -> !value.isEmpty());
        }
    }
}
