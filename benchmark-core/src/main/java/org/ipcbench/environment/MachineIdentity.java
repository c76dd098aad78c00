package org.ipcbench.environment;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import org.ipcbench.kernel.KernelFiles;

/**
 * Tells machines apart, and boots of a machine, in files that people publish: neither value leads back to a machine's name or to
 * the number by which other programs know it.
 *
 * @param host the same for every run on a machine; in a container without an id of its own, for every run of a boot
 * @param boot the same for every run of a boot
 */
public record MachineIdentity(String host, String boot) {
    /** Keeps the values apart from those that other programs derive from the same numbers. */
    private static final String SALT = "ipc-benchmarktest ";

    private static final int BYTES = 4;

    /** The machine at hand. */
    public static MachineIdentity current() {
        return of(new KernelFiles(Path.of("/")));
    }

    static MachineIdentity of(KernelFiles files) {
        String boot = files.text("proc/sys/kernel/random/boot_id");
        String machine = files.text("etc/machine-id");
        return new MachineIdentity(
                digest(machine.isEmpty() ? boot + files.text("proc/sys/kernel/hostname") : machine), digest(boot));
    }

    private static String digest(String text) {
        try {
            byte[] digest = MessageDigest.getInstance("SHA-256").digest((SALT + text).getBytes(StandardCharsets.UTF_8));
            return HexFormat.of().formatHex(digest, 0, BYTES);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every JDK has SHA-256", e);
        }
    }
}
