package org.ipcbench.scratch;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.ipcbench.kernel.KernelFile;

/**
 * The process that owns a scratch directory, according to a record in the directory. The directory may lie on a file
 * system that several containers or machines share.
 *
 * @param process the process, as identified in its own container
 * @param namespace the namespace in which the process id is valid
 * @param boot id of the kernel's boot; the same for all containers of a machine, and different for every other machine
 * @param host the machine's name
 */
record DirectoryOwner(ProcessIdentity process, String namespace, String boot, String host) {
    private static final String FILE_NAME = "owner";

    private static final Pattern RECORD = Pattern.compile("owner (\\d{1,18}) (\\d{1,18}) (\\S+) (\\S+) (\\S+)");

    /** A record of an earlier version, without boot and host: it is unknown whether its process is alive. */
    private static final Pattern FORMER_RECORD = Pattern.compile("\\d{1,18} \\d{1,18}(?: \\S+)?");

    private static final String UNKNOWN = "none";

    /** Returns this process as an owner. */
    static DirectoryOwner current() throws IOException {
        Path namespace = Path.of("/proc/self/ns/pid");
        return new DirectoryOwner(
                ProcessIdentity.current(),
                Files.exists(namespace) ? Files.readSymbolicLink(namespace).toString() : UNKNOWN,
                kernelSays("random/boot_id"),
                kernelSays("hostname"));
    }

    /** Records this owner in a directory. */
    void record(Path directory) throws IOException {
        Files.writeString(
                directory.resolve(FILE_NAME),
                "owner %d %d %s %s %s".formatted(process.pid(), process.startTicks(), namespace, boot, host));
    }

    /**
     * The owner recorded in a directory of this user; empty if there is no record yet: the file appears before its
     * content.
     */
    static Optional<DirectoryOwner> of(Path directory) throws IOException {
        String record = new SmallFile(directory.resolve(FILE_NAME))
                .text(StandardCharsets.ISO_8859_1) // the file may contain any bytes
                .orElse("");
        if (FORMER_RECORD.matcher(record).matches()) {
            return Optional.of(new DirectoryOwner(new ProcessIdentity(0, 0), "", "", ""));
        }
        Matcher fields = RECORD.matcher(record);
        return fields.matches()
                ? Optional.of(new DirectoryOwner(
                        new ProcessIdentity(Long.parseLong(fields.group(1)), Long.parseLong(fields.group(2))),
                        fields.group(3),
                        fields.group(4),
                        fields.group(5)))
                : Optional.empty();
    }

    /**
     * Whether the owner may have ended, according to the record; the directory's lock decides. On the same kernel, a
     * process of another container is judged only by the lock. After a machine's restart, none of its earlier processes
     * exist. Processes of another machine are never judged.
     */
    boolean mayBeGone(DirectoryOwner me) throws IOException {
        if (!boot.equals(me.boot)) {
            return host.equals(me.host);
        }
        return !hasIdsOf(me) || !process.isAlive();
    }

    /** Whether process ids have the same meaning for both owners. */
    boolean hasIdsOf(DirectoryOwner other) {
        return boot.equals(other.boot) && namespace.equals(other.namespace);
    }

    private static String kernelSays(String setting) throws IOException {
        String text = new KernelFile(Path.of("/proc/sys/kernel").resolve(setting))
                .wholeText()
                .orElse("")
                .strip();
        return text.isEmpty() ? UNKNOWN : text.replaceAll("\\s", "_");
    }
}
