package org.ipcbench.environment;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.ipcbench.kernel.KernelFiles;

/** The CPUs of {@code /proc/cpuinfo}: a block of fields for each CPU; the fields depend on the architecture. */
final class CpuInfo {
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
                        .map(cpu ->
                                "CPU implementer %s part %s".formatted(cpu.get("CPU implementer"), cpu.get("CPU part")))
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
