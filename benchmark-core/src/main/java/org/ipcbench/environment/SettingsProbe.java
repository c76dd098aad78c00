package org.ipcbench.environment;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.zip.GZIPInputStream;
import org.ipcbench.environment.Environment.Settings;
import org.ipcbench.kernel.InterruptTime;
import org.ipcbench.kernel.KernelFiles;
import org.ipcbench.kernel.NamespacedSettings;

/**
 * Reads the kernel's settings that decide figures.
 *
 * @param root the directory that holds {@code proc} and {@code sys}
 * @param files reads below it
 */
record SettingsProbe(Path root, KernelFiles files) {
    private static final String CPUS = "sys/devices/system/cpu";

    /** Name of the latency that some process holds: it comes and goes with that process. */
    static final String HELD_LATENCY = "cpu_dma_latency";

    /** What the kernel shows while no process holds the latency, in microseconds. */
    private static final int NOT_HELD = 2_000_000_000;

    private static final String HALTPOLL = "sys/module/haltpoll/parameters";

    /** Parameters of other drivers that forbid deep states. */
    private static final List<String> FORBIDDEN_STATES =
            List.of("intel_idle.max_cstate", "intel_idle.states_off", "processor.max_cstate");

    /** Options of the build that change what a wake-up or a system call costs, or what is counted. */
    private static final List<String> BUILT = List.of(
            "CONFIG_HZ",
            "CONFIG_IRQ_TIME_ACCOUNTING",
            "CONFIG_NO_HZ_FULL",
            "CONFIG_PARAVIRT_TIME_ACCOUNTING",
            "CONFIG_PREEMPT_DYNAMIC",
            "CONFIG_VIRT_CPU_ACCOUNTING_GEN");

    /** The same of the boot. Others may name disks and hosts. */
    private static final Pattern BOOTED = Pattern.compile(
            "(?:^|\\s)(idle|nohlt|nohz|nohz_full|isolcpus|rcu_nocbs|threadirqs|preempt|tsc|cpuidle\\.[\\w.]+|[a-z_]+\\.max_cstate)(?:=(\\S+))?(?=\\s|$)");

    Settings settings() {
        NamespacedSettings namespaced = new NamespacedSettings(root);
        return new Settings(idle(), namespaced.loopback(), namespaced.limits(), options());
    }

    private Map<String, String> idle() {
        Map<String, String> idle = new LinkedHashMap<>();
        idle.put("driver", files.text(CPUS + "/cpuidle/current_driver"));
        idle.put("governor", first(CPUS + "/cpuidle/current_governor", CPUS + "/cpuidle/current_governor_ro"));
        idle.put("states", states());
        files.names(HALTPOLL).forEach(name -> idle.put(name, files.text(HALTPOLL + "/" + name)));
        for (String name : FORBIDDEN_STATES) {
            idle.put(name, files.text("sys/module/" + name.replace(".", "/parameters/")));
        }
        idle.put(HELD_LATENCY, heldLatency());
        idle.values().removeIf(String::isEmpty);
        return idle;
    }

    private String first(String file, String other) {
        String text = files.text(file);
        return text.isEmpty() ? files.text(other) : text;
    }

    /** The states of all CPUs, mostly the same: {@code POLL 0, C1 2, C6 133 (disabled)}. */
    private String states() {
        Set<String> states = new LinkedHashSet<>();
        for (int cpu : files.numbers(CPUS, "cpu")) {
            String directory = "%s/cpu%d/cpuidle".formatted(CPUS, cpu);
            String all = files.numbers(directory, "state").stream()
                    .map(state -> state("%s/state%d/".formatted(directory, state)))
                    .collect(Collectors.joining(", "));
            if (!all.isEmpty()) {
                states.add(all);
            }
        }
        return String.join(" + ", states);
    }

    private String state(String directory) {
        String disabled = files.text(directory + "disable");
        return "%s %s%s"
                .formatted(
                        files.text(directory + "name"),
                        files.text(directory + "latency"),
                        disabled.isEmpty() || disabled.equals("0") ? "" : " (disabled)");
    }

    /** The longest wake-up in microseconds that some process allows; only root may read it. */
    private String heldLatency() {
        Path device = root.resolve("dev/" + HELD_LATENCY);
        if (!Files.isReadable(device)) {
            return "";
        }
        try (InputStream latency = Files.newInputStream(device)) {
            byte[] value = latency.readNBytes(Integer.BYTES);
            if (value.length < Integer.BYTES) {
                return "";
            }
            int micros = ByteBuffer.wrap(value).order(ByteOrder.nativeOrder()).getInt();
            return micros >= NOT_HELD ? "none" : String.valueOf(micros);
        } catch (IOException e) {
            return "";
        }
    }

    private Map<String, String> options() {
        Map<String, String> options = new LinkedHashMap<>();
        String build = build();
        for (String name : BUILT) {
            String value = built(build, name);
            if (!value.isEmpty()) {
                options.put(name, value);
            }
        }
        BOOTED.matcher(files.text("proc/cmdline"))
                .results()
                .forEach(option -> options.put(option.group(1), option.group(2) == null ? "y" : option.group(2)));
        InterruptTime interrupts = InterruptTime.of(files.text("proc/stat"));
        if (interrupts != InterruptTime.UNKNOWN) {
            options.put("interrupts", interrupts.label());
        }
        return options;
    }

    /** The value of an option; empty if the kernel has no such option. */
    private static String built(String build, String name) {
        int line = build.indexOf("\n" + name + "=");
        if (line < 0) {
            return build.contains("\n# " + name + " is not set") ? "n" : "";
        }
        int value = build.indexOf('=', line) + 1;
        int end = build.indexOf('\n', value);
        return build.substring(value, end < 0 ? build.length() : end);
    }

    /** The kernel's configuration; empty if neither the kernel nor the distribution has it here. */
    private String build() {
        Path compressed = root.resolve("proc/config.gz");
        if (Files.isReadable(compressed)) {
            try (InputStream configuration = new GZIPInputStream(Files.newInputStream(compressed))) {
                return new String(configuration.readAllBytes(), StandardCharsets.UTF_8);
            } catch (IOException e) {
                return "";
            }
        }
        String release = files.text("proc/sys/kernel/osrelease");
        return Stream.of("boot/config-" + release, "lib/modules/" + release + "/config")
                .map(files::text)
                .filter(text -> !text.isEmpty())
                .findFirst()
                .orElse("");
    }
}
