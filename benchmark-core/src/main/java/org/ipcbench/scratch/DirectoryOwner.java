package org.ipcbench.scratch;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The process that a scratch directory belongs to, as a record in the directory tells. The directory may lie on a file
 * system that several containers or machines share.
 *
 * @param process as its own container knows it
 * @param namespace where the process id is valid
 * @param boot of the kernel it runs on; the same for all containers of a machine, and for no other machine
 * @param host the machine's name
 */
record DirectoryOwner(ProcessIdentity process, String namespace, String boot, String host) {
    private static final String FILE_NAME = "owner";

    private static final Pattern RECORD = Pattern.compile("owner (\\d{1,18}) (\\d{1,18}) (\\S+) (\\S+) (\\S+)");

    /** A record of an earlier version, without boot and host: whether its process lives is unknown. */
    private static final Pattern FORMER_RECORD = Pattern.compile("\\d{1,18} \\d{1,18}(?: \\S+)?");

    private static final String UNKNOWN = "none";

    /** This process as an owner. */
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

    /** The owner recorded in a directory of this user's; empty where there is no record yet: the file appears before its content does. */
    static Optional<DirectoryOwner> of(Path directory) throws IOException {
        String record = new SmallFile(directory.resolve(FILE_NAME))
                .text(StandardCharsets.ISO_8859_1) // it may hold any bytes
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
     * Whether it can be gone, as far as the record tells; the directory's lock has the last word. On the same kernel a
     * process of another container is judged by the lock alone. A machine that has been started again has none of its
     * processes left; those of another machine are never judged.
     */
    boolean mayBeGone(DirectoryOwner me) throws IOException {
        if (!boot.equals(me.boot)) {
            return host.equals(me.host);
        }
        return !hasIdsOf(me) || !process.isAlive();
    }

    /** Whether process ids mean the same for both. */
    boolean hasIdsOf(DirectoryOwner other) {
        return boot.equals(other.boot) && namespace.equals(other.namespace);
    }

    private static String kernelSays(String setting) throws IOException {
        String text = new SmallFile(Path.of("/proc/sys/kernel").resolve(setting))
                .text(StandardCharsets.ISO_8859_1)
                .orElse("")
                .strip();
        return text.isEmpty() ? UNKNOWN : text.replaceAll("\\s", "_");
    }
}
