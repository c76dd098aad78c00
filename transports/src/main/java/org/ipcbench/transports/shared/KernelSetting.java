package org.ipcbench.transports.shared;

import java.math.BigInteger;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.OptionalLong;
import java.util.function.BooleanSupplier;
import java.util.regex.Pattern;
import org.ipcbench.kernel.KernelFile;
import org.ipcbench.transport.Availability;

/**
 * A limit of the running kernel. A chroot, a container or a sandbox may hide it, and a namespace may not have it: that it
 * cannot be read tells nothing about the kernel.
 *
 * @param name its name for {@code sysctl}, for example {@code kernel.msgmax}
 */
public record KernelSetting(String name) {
    private static final Path ROOT = Path.of("/proc/sys");
    private static final Pattern DIGITS = Pattern.compile("\\d+");
    private static final BigInteger MAX = BigInteger.valueOf(Long.MAX_VALUE);

    /**
     * Whether the kernel has the facility that this setting limits.
     *
     * @param facility the limited objects, for people
     * @param option the option of the kernel's build that includes the facility
     * @param trial asked if the setting is not visible: whether the facility can be used
     */
    public Availability availability(String facility, String option, BooleanSupplier trial) {
        return Files.exists(file()) || trial.getAsBoolean() ? Availability.available() : missing(facility, option);
    }

    /**
     * The answer where no setting is visible and a trial failed: a filter of system calls may answer like a kernel without the
     * facility.
     */
    public static Availability missing(String facility, String option) {
        return Availability.unavailable(
                "the kernel has no %s, or a filter forbids it".formatted(facility),
                "run a kernel built with %s, or outside the sandbox".formatted(option));
    }

    /** The value, or {@link Long#MAX_VALUE} if the value is larger; empty if it is not visible here. */
    public OptionalLong value() {
        String digits = new KernelFile(file()).text().orElse("").strip();
        return DIGITS.matcher(digits).matches()
                ? OptionalLong.of(new BigInteger(digits).min(MAX).longValue())
                : OptionalLong.empty();
    }

    /** The setting as an error shows it: {@code kernel.msgmax = 8192}. */
    @Override
    public String toString() {
        OptionalLong value = value();
        return value.isPresent()
                ? String.format(Locale.ROOT, "%s = %d", name, value.getAsLong())
                : name + " (not visible here)";
    }

    private Path file() {
        return ROOT.resolve(name.replace('.', '/'));
    }
}
