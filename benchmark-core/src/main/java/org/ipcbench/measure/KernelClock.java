package org.ipcbench.measure;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.zip.CRC32C;
import org.ipcbench.kernel.KernelFile;
import org.ipcbench.measure.clock.NanoClock;

/**
 * Identifies the clock that {@link NanoClock#system} reads: on Linux {@code CLOCK_MONOTONIC}. A boot of the kernel has
 * one such clock, with an offset in each time namespace (time_namespaces(7)).
 *
 * @param root the directory that holds {@code proc}
 */
public record KernelClock(Path root) {
    /** A kernel older than 5.6 has no time namespaces, so that all processes read the same clock. */
    private static final String NO_NAMESPACES = "";

    /** The clock of the process. */
    public static KernelClock system() {
        return new KernelClock(Path.of("/"));
    }

    /** A number that is the same in all processes that read the same clock; empty if the kernel does not tell. */
    public OptionalLong identity() {
        Optional<String> boot = new KernelFile(root.resolve("proc/sys/kernel/random/boot_id"))
                .text()
                .filter(text -> !text.isBlank());
        return boot.isEmpty() ? OptionalLong.empty() : OptionalLong.of(checksum(boot.get() + namespace()));
    }

    private static long checksum(String text) {
        CRC32C checksum = new CRC32C();
        checksum.update(text.getBytes(StandardCharsets.UTF_8));
        return checksum.getValue();
    }

    private String namespace() {
        try {
            return Files.readSymbolicLink(root.resolve("proc/self/ns/time")).toString();
        } catch (IOException e) {
            return NO_NAMESPACES;
        }
    }
}
