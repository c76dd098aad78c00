package org.ipcbench.measure;

import java.nio.file.Path;
import java.util.Arrays;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.IntStream;

/** Finds out what the machine did during the measured part. */
public final class MachineMeter {
    private static final long NANOS_PER_MICRO = 1_000;

    /** Places in the line of {@code /proc/stat} for all CPUs: user, nice, system, interrupts, soft interrupts. */
    private static final int[] BUSY = {0, 1, 2, 5, 6};

    private static final int STEAL = 7;

    private final Path root;
    private final NanoClock clock;
    private MachineLoad before = MachineLoad.UNKNOWN;
    private long armedNanos;

    /**
     * A meter that asks elsewhere.
     *
     * @param root the directory that holds {@code proc} and {@code sys}
     * @param clock tells how long
     */
    public MachineMeter(Path root, NanoClock clock) {
        this.root = root;
        this.clock = clock;
    }

    /** A meter that asks the kernel. */
    public static MachineMeter system() {
        return new MachineMeter(Path.of("/"), NanoClock.system());
    }

    /** The measured part is about to begin. */
    public void arm() {
        before = soFar();
        armedNanos = clock.nanos();
    }

    /**
     * The measured part has ended.
     *
     * @param partNanos how long it took, which is less than the time since this was armed; the load is scaled to it
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
                scaled(share, now.throttledNanos() - before.throttledNanos()));
    }

    private static long scaled(double share, long nanos) {
        return Math.max(0, (long) (share * nanos));
    }

    private MachineLoad soFar() {
        String stat = new KernelFile(root.resolve("proc/stat")).text().orElse("");
        long[] ticks = stat.lines()
                .filter(line -> line.startsWith("cpu "))
                .flatMapToLong(line -> Arrays.stream(
                                line.substring("cpu ".length()).trim().split(" +"))
                        .mapToLong(Long::parseLong))
                .toArray();
        if (ticks.length <= STEAL) {
            return MachineLoad.UNKNOWN;
        }
        int cpus = (int) stat.lines().filter(line -> line.matches("cpu[0-9].*")).count();
        long busy = IntStream.of(BUSY).mapToLong(state -> ticks[state]).sum();
        return new MachineLoad(
                cpus, KernelFile.TICK_NANOS * busy, KernelFile.TICK_NANOS * ticks[STEAL], throttledNanos());
    }

    /** Of the control group that this process is in; 0 where it has none with a limit. */
    private long throttledNanos() {
        String groups = new KernelFile(root.resolve("proc/self/cgroup")).text().orElse("");
        return groups.lines()
                .flatMap(line -> throttledNanos(line).stream().boxed())
                .mapToLong(Long::longValue)
                .max()
                .orElse(0);
    }

    /** @param line a hierarchy's number, its controllers (none in version 2), and the group's path in it */
    private OptionalLong throttledNanos(String line) {
        String[] parts = line.split(":", 3);
        if (parts.length < 3) {
            return OptionalLong.empty();
        }
        if (parts[1].isEmpty()) {
            OptionalLong micros = statOf("", parts[2])
                    .map(stat -> KernelFile.number(stat, "throttled_usec"))
                    .orElse(OptionalLong.empty());
            return micros.isPresent() ? OptionalLong.of(NANOS_PER_MICRO * micros.getAsLong()) : micros;
        }
        if (!Arrays.asList(parts[1].split(",")).contains("cpu")) {
            return OptionalLong.empty();
        }
        return statOf(parts[1], parts[2])
                .map(stat -> KernelFile.number(stat, "throttled_time"))
                .orElse(OptionalLong.empty());
    }

    /** In a container, the hierarchy may begin with the group itself, and its path is not found there. */
    private Optional<String> statOf(String controllers, String group) {
        Path hierarchy = root.resolve("sys/fs/cgroup").resolve(controllers);
        return new KernelFile(hierarchy.resolve("./" + group).normalize().resolve("cpu.stat"))
                .text()
                .or(() -> new KernelFile(hierarchy.resolve("cpu.stat")).text());
    }
}
