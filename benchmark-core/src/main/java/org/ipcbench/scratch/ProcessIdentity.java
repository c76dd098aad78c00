package org.ipcbench.scratch;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Optional;
import org.ipcbench.kernel.KernelFile;

/**
 * A process of this machine. Ids are reused, but the combination of an id and a start time is not. The kernel counts
 * the start time from the machine's boot, so that setting the clock does not change it.
 *
 * @param pid its process id
 * @param startTicks its start time, in the kernel's ticks; in milliseconds if there is no {@code /proc}
 */
public record ProcessIdentity(long pid, long startTicks) {
    private static final Path PROCESSES = Path.of("/proc");

    /**
     * Indexes of fields after the command's name, which may contain any characters and ends with the last parenthesis.
     */
    private static final int STATE = 0;

    private static final int START_TICKS = 19;

    static ProcessIdentity current() throws IOException {
        long pid = ProcessHandle.current().pid();
        return of(pid).orElseThrow(() -> new IOException("/proc does not show process %d".formatted(pid)));
    }

    /** The process with this id; empty if there is none. */
    public static Optional<ProcessIdentity> of(long pid) throws IOException {
        if (!Files.isDirectory(PROCESSES.resolve("self"))) {
            return ProcessHandle.of(pid)
                    .flatMap(process -> process.info().startInstant())
                    .map(Instant::toEpochMilli)
                    .map(start -> new ProcessIdentity(pid, start));
        }
        String[] fields = status(pid);
        return fields.length > START_TICKS && !isDead(fields[STATE])
                ? Optional.of(new ProcessIdentity(pid, Long.parseLong(fields[START_TICKS])))
                : Optional.empty();
    }

    /** Whether exactly this process is alive. */
    boolean isAlive() throws IOException {
        return of(pid).equals(Optional.of(this));
    }

    /** Whether a signal has stopped the process, so that it does nothing until another signal continues it. */
    boolean isStopped() throws IOException {
        String[] fields = status(pid);
        return isAlive() && fields.length > STATE && (fields[STATE].equals("T") || fields[STATE].equals("t"));
    }

    /** Kills exactly this process, unless it is the current one or has ended. */
    void kill() throws IOException {
        Optional<ProcessHandle> handle = ProcessHandle.of(pid); // kills no later process that gets the same id
        if (handle.isPresent() && isAlive() && !handle.get().equals(ProcessHandle.current())) {
            handle.get().destroyForcibly();
        }
    }

    /** Whether the process has ended, even if its parent has not collected it yet. */
    private static boolean isDead(String state) {
        return state.equals("Z") || state.equals("X");
    }

    /** The fields of the process's status; empty if there is no such process. */
    private static String[] status(long pid) throws IOException {
        String text = new KernelFile(PROCESSES.resolve(Long.toString(pid)).resolve("stat"))
                .wholeText()
                .orElse("");
        return text.substring(text.lastIndexOf(')') + 1).strip().split(" ");
    }
}
