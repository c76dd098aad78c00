package org.ipcbench.report.html;

import com.google.gson.Gson;
import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.StreamSupport;
import org.ipcbench.environment.Environment;
import org.ipcbench.environment.Kernel;
import org.ipcbench.environment.Machine.Cpu;
import org.ipcbench.environment.Machine.Memory;
import org.ipcbench.text.Markup;

/**
 * The facts about the machine that affect figures most; folded, all known facts under their names in {@code environment.json}.
 *
 * @param environment the known facts
 */
record MachineSection(Environment environment) {
    private static final double GIBIBYTE = 1L << 30;

    void write(Markup markup) {
        Cpu cpu = environment.machine().cpu();
        Kernel kernel = environment.kernel();
        Memory memory = environment.machine().memory();
        markup.open("section", "id", "machine").element("h2", "The machine");
        new Facts()
                .add("processor", cpu.model())
                .add("CPUs", cpus(cpu))
                .add("governor", String.join(", ", cpu.governors()))
                .add("turbo", cpu.turbo())
                .add("hypervisor", cpu.hypervisor())
                .add("clock source", cpu.clockSource())
                .add("memory", gibibytes(memory.totalBytes()))
                .add("/dev/shm", gibibytes(memory.sharedMemoryBytes()))
                .add("kernel", (kernel.name() + " " + kernel.release()).strip())
                .add("peers' JVM", environment.peers().version())
                .add(
                        "load averages at the start",
                        environment.machine().loadAverages().stream()
                                .map(load -> String.format(Locale.ROOT, "%.2f", load))
                                .collect(Collectors.joining(", ")))
                .add(
                        "a sleeping CPU wakes up in",
                        environment.wakeUps().entrySet().stream()
                                .filter(each -> each.getValue().isKnown())
                                .map(each -> "%s (%s)"
                                        .formatted(PageText.of(each.getValue().text()), each.getKey()))
                                .collect(Collectors.joining(", ")))
                .add("started", environment.startedAt())
                .add("suite", environment.suiteVersion())
                .write(markup);
        Facts all = new Facts();
        add(all, "", new Gson().toJsonTree(environment));
        markup.open("details", "id", "environment")
                .element("summary", "Machine, kernel, JVM and libraries, as in environment.json");
        all.write(markup);
        markup.close().close();
    }

    private static void add(Facts facts, String path, JsonElement value) {
        if (value instanceof JsonObject object) {
            object.entrySet()
                    .forEach(entry -> add(
                            facts, path.isEmpty() ? entry.getKey() : path + "." + entry.getKey(), entry.getValue()));
        } else if (value instanceof JsonArray array && !isPlain(array)) {
            for (int i = 0; i < array.size(); i++) {
                add(facts, "%s[%s]".formatted(path, i), array.get(i));
            }
        } else if (value instanceof JsonArray array) {
            facts.add(
                    path,
                    String.join(
                            " ",
                            StreamSupport.stream(array.spliterator(), false)
                                    .map(JsonElement::getAsString)
                                    .toList()));
        } else if (!value.isJsonNull()) {
            facts.add(path, value.getAsString());
        }
    }

    private static boolean isPlain(JsonArray array) {
        return StreamSupport.stream(array.spliterator(), false).allMatch(JsonElement::isJsonPrimitive);
    }

    private static String cpus(Cpu cpu) {
        if (cpu.logicalCpus() == 0) {
            return "";
        }
        String cores = cpu.cores() == 0 ? "" : ", %s cores".formatted(cpu.cores());
        String threads = cpu.smt().isEmpty() ? "" : ", SMT " + cpu.smt();
        String allowed = cpu.allowed().equals(cpu.online()) ? "" : ", allowed: " + cpu.allowed();
        return cpu.logicalCpus() + cores + threads + allowed;
    }

    private static String gibibytes(long bytes) {
        return bytes == 0 ? "" : String.format(Locale.ROOT, "%.1f GiB", bytes / GIBIBYTE);
    }
}
