package org.ipcbench.cli.job;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * The POSIX message queues of this machine. Their names can be seen where the kernel's file system of queues is mounted,
 * which takes privilege; here it is mounted for the one command alone that looks at it.
 */
public final class PosixQueues {
    private static final long DEADLINE_SECONDS = 10;

    private final Path mountPoint;

    /**
     * Mounts nothing yet.
     *
     * @param mountPoint an empty directory
     */
    public PosixQueues(Path mountPoint) {
        this.mountPoint = mountPoint;
    }

    /** Whether this user may look. */
    public boolean canBeSeen() throws IOException, InterruptedException {
        return start("true").waitFor() == 0;
    }

    /** The names of a user's; none where they cannot be seen. */
    List<String> namesOf(String userId) throws IOException, InterruptedException {
        return canBeSeen() ? run("find", ".", "-type", "f", "-uid", userId) : List.of();
    }

    /** Runs a command in the directory that has a file for every queue. Returns the lines it wrote. */
    public List<String> run(String... command) throws IOException, InterruptedException {
        Process process = start(command);
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        if (!process.waitFor(DEADLINE_SECONDS, TimeUnit.SECONDS) || process.exitValue() != 0) {
            throw new IOException("%s failed: %s".formatted(List.of(command), output));
        }
        return output.lines().toList();
    }

    private Process start(String... command) throws IOException {
        List<String> all = new ArrayList<>(List.of(
                "unshare",
                "--mount",
                "sh",
                "-c",
                "mount -t mqueue none \"$0\" && cd \"$0\" && \"$@\"",
                mountPoint.toString()));
        all.addAll(List.of(command));
        return new ProcessBuilder(all).redirectErrorStream(true).start();
    }
}
