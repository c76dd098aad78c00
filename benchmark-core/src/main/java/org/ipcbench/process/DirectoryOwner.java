package org.ipcbench.process;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The process that a scratch directory belongs to, as a record in the directory tells.
 *
 * @param pid its process id
 * @param startMillis when it started; ids are used again, the two together are not
 * @param namespace where the id is valid; empty where the record does not tell
 */
record DirectoryOwner(long pid, long startMillis, Optional<String> namespace) {
    private static final String FILE_NAME = "owner";

    private static final Pattern RECORD = Pattern.compile("(\\d{1,18}) (\\d{1,18})(?: (\\S+))?");

    /** Start times are computed from the boot time, which moves by a second or so when the clock is set. */
    private static final long SAME_START_MILLIS = 10_000;

    /** Makes this process the owner of a directory. */
    static void recordCurrent(Path directory) throws IOException {
        ProcessHandle process = ProcessHandle.current();
        Files.writeString(
                directory.resolve(FILE_NAME),
                "%d %d %s".formatted(process.pid(), startMillis(process), currentNamespace()));
    }

    /** The one recorded in a directory; empty where there is no record yet: the file appears before its content does. */
    static Optional<DirectoryOwner> of(Path directory) throws IOException {
        Matcher fields = RECORD.matcher(read(directory));
        return fields.matches()
                ? Optional.of(new DirectoryOwner(
                        Long.parseLong(fields.group(1)),
                        Long.parseLong(fields.group(2)),
                        Optional.ofNullable(fields.group(3))))
                : Optional.empty();
    }

    /** Whether it has certainly ended; of another container that shares the directory nobody here knows. */
    boolean isGone() throws IOException {
        if (namespace.isPresent() && !namespace.get().equals(currentNamespace())) {
            return false;
        }
        return ProcessHandle.of(pid)
                .map(process -> Math.abs(startMillis(process) - startMillis) > SAME_START_MILLIS)
                .orElse(true);
    }

    private static String read(Path directory) throws IOException {
        try {
            return Files.readString(directory.resolve(FILE_NAME), StandardCharsets.ISO_8859_1); // whatever is in it
        } catch (NoSuchFileException e) {
            return "";
        }
    }

    private static String currentNamespace() throws IOException {
        Path namespace = Path.of("/proc/self/ns/pid");
        return Files.exists(namespace) ? Files.readSymbolicLink(namespace).toString() : "none";
    }

    private static long startMillis(ProcessHandle process) {
        return process.info().startInstant().map(Instant::toEpochMilli).orElse(0L);
    }
}
