package org.ipcbench.measure.meter;

import java.nio.file.Path;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.ipcbench.kernel.ControlGroups.ControlGroup;
import org.ipcbench.kernel.InterruptTime;
import org.ipcbench.kernel.KernelFile;
import org.ipcbench.measure.clock.NanoClock;
import org.ipcbench.measure.result.Count;
import org.ipcbench.measure.result.MachineLoad;
import org.ipcbench.measure.result.MachineLoad.Pressure;
import org.jspecify.annotations.Nullable;

/** Measures what the machine did during the measured part, on the CPUs where the measured processes may run. */
public final class MachineMeter {
    private static final long NANOS_PER_MICRO = 1_000;

    /** Indexes in a CPU's line of {@code /proc/stat}: user, nice, system, interrupts, soft interrupts. */
    private static final int[] BUSY = {0, 1, 2, 5, 6};

    /** Of these, the time that some kernels charge to no process. */
    private static final int[] INTERRUPTS = {5, 6};

    private static final int STEAL = 7;

    private static final String TOTAL = "total=";

    private final Path root;
    private final NanoClock clock;
    private final Set<String> lines;
    private MachineLoad before = MachineLoad.UNKNOWN;
    private Map<Path, Long> throttledBefore = Map.of();
    private long armedNanos;

    /**
     * A meter that reads below another root.
     *
     * @param root the directory that holds {@code proc} and {@code sys}
     * @param clock measures the time since the meter was armed
     * @param cpus numbers of the CPUs to look at
     */
    public MachineMeter(Path root, NanoClock clock, Collection<Integer> cpus) {
        this.root = root;
        this.clock = clock;
        lines = cpus.stream().map(cpu -> "cpu" + cpu).collect(Collectors.toSet());
    }

    /** A meter that reads the kernel's files for these CPUs. */
    public static MachineMeter system(Collection<Integer> cpus) {
        return new MachineMeter(Path.of("/"), NanoClock.system(), cpus);
    }

    /** Called when the measured part is about to begin. */
    public void arm() {
        throttledBefore = throttled();
        before = soFar();
        armedNanos = clock.nanos();
    }

    /**
     * Called when the measured part has ended.
     *
     * @param partNanos duration of the measured part, in nanoseconds, which is shorter than the time since the meter
     *     was armed; the load is scaled to it
     */
    public MachineLoad end(long partNanos) {
        double share = Math.min(1, (double) partNanos / Math.max(1, clock.nanos() - armedNanos));
        MachineLoad now = soFar();
        if (!now.isKnown() || !before.isKnown()) {
            return MachineLoad.UNKNOWN;
        }
        return new MachineLoad(
                now.cpus(),
                scaled(share, now.busyNanos() - before.busyNanos()),
                scaled(share, now.stealNanos() - before.stealNanos()),
                scaled(share, throttledSince(throttledBefore)),
                scaled(share, now.unchargedNanos() - before.unchargedNanos()),
                now.pressure() == null || before.pressure() == null
                        ? null
                        : now.pressure().since(before.pressure(), share));
    }

    private static long scaled(double share, long nanos) {
        return nanos == Count.UNKNOWN ? nanos : Math.max(0, (long) (share * nanos));
    }

    /**
     * Splits only the lines that it needs, and without a regular expression: the line of the interrupts is long enough to have the compiler
     * at work in the measured part.
     */
    private MachineLoad soFar() {
        String stat = new KernelFile(root.resolve("proc/stat")).text().orElse("");
        List<long[]> cpus = stat.lines()
                .filter(line -> lines.contains(line.substring(0, Math.max(0, line.indexOf(' ')))))
                .map(line -> line.split(" ", -1))
                .filter(fields -> fields.length > STEAL + 1)
                .map(fields ->
                        Arrays.stream(fields).skip(1).mapToLong(Long::parseLong).toArray())
                .toList();
        long busy = cpus.stream()
                .flatMapToLong(ticks -> IntStream.of(BUSY).mapToLong(state -> ticks[state]))
                .sum();
        long steal = cpus.stream().mapToLong(ticks -> ticks[STEAL]).sum();
        long uncharged = InterruptTime.of(stat) == InterruptTime.UNCHARGED
                ? cpus.stream()
                        .flatMapToLong(ticks -> IntStream.of(INTERRUPTS).mapToLong(state -> ticks[state]))
                        .sum()
                : 0;
        return new MachineLoad(
                cpus.size(),
                KernelFile.TICK_NANOS * busy,
                KernelFile.TICK_NANOS * steal,
                0,
                KernelFile.TICK_NANOS * uncharged,
                pressure());
    }

    private @Nullable Pressure pressure() {
        OptionalLong cpu = pressure("cpu");
        OptionalLong memory = pressure("memory");
        OptionalLong io = pressure("io");
        return cpu.isPresent() && memory.isPresent() && io.isPresent()
                ? new Pressure(cpu.getAsLong(), memory.getAsLong(), io.getAsLong())
                : null;
    }

    /** The last number of the line that begins with "some", in microseconds there. */
    private OptionalLong pressure(String resource) {
        String text = new KernelFile(root.resolve("proc/pressure").resolve(resource))
                .text()
                .orElse("");
        int total = text.startsWith("some") ? text.indexOf(TOTAL) : -1;
        OptionalLong micros = total < 0 ? OptionalLong.empty() : KernelFile.number(text.substring(total), TOTAL);
        return micros.isPresent() ? OptionalLong.of(NANOS_PER_MICRO * micros.getAsLong()) : micros;
    }

    /**
     * A limit may belong to this process's own group or to one above it. Returns the time of the group that was stopped
     * longest; unknown if no group is visible, as where {@code /sys} or {@code /proc} is hidden.
     */
    private long throttledSince(Map<Path, Long> beginning) {
        return throttled().entrySet().stream()
                .mapToLong(group -> group.getValue() - beginning.getOrDefault(group.getKey(), group.getValue()))
                .max()
                .orElse(Count.UNKNOWN);
    }

    /** Time for which each visible control group of this process has been stopped so far, in nanoseconds. */
    private Map<Path, Long> throttled() {
        Map<Path, Long> groups = new HashMap<>();
        Path mount = root.resolve(ControlGroup.MOUNT);
        for (ControlGroup own : ControlGroup.ofThisProcess(root)) {
            if (own.isVersion2()) {
                addAll(mount, own.path(), "throttled_usec", NANOS_PER_MICRO, groups);
            } else if (own.isVersion1Of("cpu")) {
                addAll(mount.resolve(own.hierarchy()), own.path(), "throttled_time", 1, groups);
                addAll(
                        mount.resolve("cpu"),
                        own.path(),
                        "throttled_time",
                        1,
                        groups); // a link, where the directory names the controllers in another order
            }
        }
        return groups;
    }

    /**
     * Adds the groups from this one up to the root of the hierarchy. In a container the root may be the group itself:
     * the group's path is not found there. A group that no limit can stop, as the root of version 2, has the file without
     * the time.
     */
    private static void addAll(Path hierarchy, String path, String label, long unitNanos, Map<Path, Long> groups) {
        Path group = hierarchy.resolve("./" + path).normalize();
        while (group != null && group.startsWith(hierarchy)) {
            Optional<String> stat = new KernelFile(group.resolve("cpu.stat")).text();
            if (stat.isPresent()) {
                long units = KernelFile.number(stat.get(), label).orElse(0);
                groups.put(group, unitNanos * units);
            }
            group = group.getParent();
        }
    }
}
