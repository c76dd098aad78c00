package org.ipcbench.transports.shared;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.math.BigInteger;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Locale;
import org.ipcbench.kernel.KernelFile;
import org.ipcbench.transport.Availability;

/**
 * A limit of the running kernel.
 *
 * @param name its name for {@code sysctl}, for example {@code kernel.msgmax}
 */
public record KernelSetting(String name) {
    private static final Path ROOT = Path.of("/proc/sys");
    private static final BigInteger MAX = BigInteger.valueOf(Long.MAX_VALUE);

    /**
     * Whether the kernel has the facility that this setting limits.
     *
     * @param facility the limited objects, for people
     * @param option the option of the kernel's build that includes the facility
     */
    public Availability availability(String facility, String option) {
        return exists()
                ? Availability.available()
                : Availability.unavailable("the kernel has no " + facility, "run a kernel built with " + option);
    }

    /** Whether this kernel has the setting. */
    public boolean exists() {
        return Files.exists(file());
    }

    /** The value, or {@link Long#MAX_VALUE} if the value is larger. */
    public long value() {
        try {
            String digits =
                    new KernelFile(file()).wholeText().orElseThrow(() -> new NoSuchFileException(file().toString()));
            return new BigInteger(digits.strip()).min(MAX).longValue();
        } catch (IOException e) {
            throw new UncheckedIOException("cannot read " + file(), e);
        }
    }

    /** The setting as an error shows it: {@code kernel.msgmax = 8192}. */
    @Override
    public String toString() {
        return String.format(Locale.ROOT, "%s = %d", name, value());
    }

    private Path file() {
        return ROOT.resolve(name.replace('.', '/'));
    }
}
