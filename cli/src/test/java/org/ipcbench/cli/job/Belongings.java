package org.ipcbench.cli.job;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What the kernel may keep when the processes of a job have ended: System V objects, files in shared memory and POSIX
 * queues. Others may run on this machine, so only that counts which is the job's: what its processes have used or mapped,
 * what is named after one of its directories, and, where the kernel does not tell who uses it, what this user has that was
 * not there before.
 */
public final class Belongings {
    private static final Path PROCESSES = Path.of("/proc");
    private static final Path SHARED_MEMORY = Path.of("/dev/shm");
    /** A file that has lost its name is followed by a remark. */
    private static final Pattern MAPPED = Pattern.compile(" " + SHARED_MEMORY + "/([^/ ]+)");

    private final PosixQueues queues;
    private final String userId;
    private final Set<String> before;
    private final Set<String> processIds = new HashSet<>();
    private final Set<String> directoryNames = new HashSet<>();
    private final Set<Path> mapped = new HashSet<>();

    /** Looks at what there is before the job. */
    public Belongings(PosixQueues queues) throws IOException, InterruptedException {
        this.queues = queues;
        userId = Files.getAttribute(PROCESSES.resolve("self"), "unix:uid").toString();
        before = Set.copyOf(unattributed());
    }

    /**
     * To be called while the job is at what it is ended in.
     *
     * @param running its processes
     * @param directories its own, after which others are named
     */
    public void note(Collection<Long> running, Collection<Path> directories) throws IOException {
        for (long process : running) {
            String id = Long.toString(process);
            processIds.add(id);
            noteMapped(PROCESSES.resolve(id).resolve("maps"));
        }
        directories.forEach(
                directory -> directoryNames.add(directory.getFileName().toString()));
    }

    /** What of it is there now. */
    public List<String> left() throws IOException, InterruptedException {
        List<String> left = new ArrayList<>(unattributed());
        left.removeAll(before);
        for (SystemVObject object : SystemVObject.all()) {
            if (object.processIds().stream().anyMatch(processIds::contains)) {
                left.add(object.toString());
            }
        }
        try (DirectoryStream<Path> entries = Files.newDirectoryStream(SHARED_MEMORY)) {
            for (Path entry : entries) {
                String name = entry.getFileName().toString();
                if (mapped.contains(entry) || directoryNames.stream().anyMatch(name::contains)) {
                    left.add(entry.toString());
                }
            }
        }
        return left;
    }

    /** What this user has, and no process is known to use. */
    private List<String> unattributed() throws IOException, InterruptedException {
        List<String> found = new ArrayList<>(queues.namesOf(userId));
        for (SystemVObject object : SystemVObject.all()) {
            if (object.isOf(userId) && object.processIds().isEmpty()) {
                found.add(object.toString());
            }
        }
        return found;
    }

    /** What lies directly in shared memory, of all that a process has mapped there. */
    private void noteMapped(Path maps) throws IOException {
        List<String> lines = Files.exists(maps) ? Files.readAllLines(maps) : List.of(); // none where it has ended
        for (String line : lines) {
            Matcher names = MAPPED.matcher(line);
            if (names.find()) {
                mapped.add(SHARED_MEMORY.resolve(names.group(1)));
            }
        }
    }
}
