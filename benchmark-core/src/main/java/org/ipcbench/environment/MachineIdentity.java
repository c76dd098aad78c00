package org.ipcbench.environment;

import java.nio.file.Path;
import org.ipcbench.kernel.KernelFiles;
import org.ipcbench.text.Sha256;

/**
 * Identifies machines, and boots of a machine, in files that people publish. Neither value reveals the machine's name or
 * the id by which other programs know it.
 *
 * @param host equal for every run on a machine; in a container without a machine id, equal only for the runs of one boot; empty if
 *     neither is visible
 * @param boot equal for every run of one boot; empty if it is not visible
 */
public record MachineIdentity(String host, String boot) {
    /** Makes the values differ from values that other programs derive from the same ids. */
    private static final String SALT = "ipc-benchmarktest ";

    private static final int BYTES = 4;

    /** The identity of this machine. */
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
        return text.isEmpty() ? "" : new Sha256().add(SALT + text).hex(BYTES);
    }
}
