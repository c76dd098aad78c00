package org.ipcbench.placement;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.ipcbench.kernel.ProcessStatus;
import org.ipcbench.placement.Placement.Place;

/**
 * The commands that move processes. They are tried before a plan relies on them, because a command may be missing, old
 * or forbidden.
 */
public interface PlacingCommands {
    /**
     * The CPUs to which this process's children can be moved. They include CPUs that the kernel isolates ({@code
     * isolcpus}), although no process runs on those unless it is moved there.
     *
     * @throws IOException with the command's output, if the command is missing or fails
     */
    CpuSet reachable() throws IOException;

    /**
     * Tries a place: moves a process there that ends at once.
     *
     * @throws IOException with the command's output, if the command is missing or fails
     */
    void attempt(Place place) throws IOException;

    /**
     * Moves a running thread to these CPUs; the threads that it starts later follow it.
     *
     * @param threadId the kernel's identifier
     * @throws IOException with the command's output, if the command is missing or fails
     */
    void move(long threadId, CpuSet cpus) throws IOException;

    /**
     * Moves all threads of a running process to these CPUs.
     *
     * @throws IOException as {@link #move}
     */
    void moveAll(long processId, CpuSet cpus) throws IOException;

    /** The words before a command that runs on these CPUs only; none for any CPU. */
    static List<String> onCpus(Optional<CpuSet> cpus) {
        return cpus.map(each -> new Place(each, Optional.empty()).prefix()).orElse(List.of());
    }

    /**
     * Tries a class of the scheduler with a process that ends at once.
     *
     * @throws IOException with the command's output, if the command is missing or the kernel refuses
     */
    default void attempt(Scheduler scheduler) throws IOException {
        throw new IOException("no command for the scheduler");
    }

    /**
     * Schedules a running thread this way, and the threads that it starts later.
     *
     * @param processId the process of the thread
     * @param longest of a class for realtime: the kernel kills the process if one of its threads computes for longer without
     *     waiting, because ordinary threads might have no time left to end it
     * @throws IOException as {@link #attempt(Scheduler)}
     */
    default void schedule(long processId, long threadId, Scheduler scheduler, Duration longest) throws IOException {
        attempt(scheduler);
    }

    /** The commands in the directories of {@code PATH}. */
    public static final class InstalledCommands implements PlacingCommands {
        private static final Path ONLINE = Path.of("/sys/devices/system/cpu/online");

        /** One attempt in forty failed in tests with 70 short threads a second. */
        private static final int MAX_ATTEMPTS = 5;

        /** Time limit of a command; commands take milliseconds. */
        private static final long DEADLINE_SECONDS = 10;

        @Override
        public CpuSet reachable() throws IOException {
            CpuSet online = CpuSet.listedIn(ONLINE);
            Place everywhere = new Place(online.list().isEmpty() ? CpuSet.allowed() : online, Optional.empty());
            // The kernel leaves out CPUs that the process may not use, and fails only if none are left.
            String status = output(everywhere, "cat", ProcessStatus.FILE.toString());
            String cpus = new ProcessStatus(status.lines().toList()).allowedCpus();
            return cpus.isEmpty() ? CpuSet.allowed() : CpuSet.parse(cpus);
        }

        @Override
        public void attempt(Place place) throws IOException {
            output(place, "true");
        }

        @Override
        public void move(long threadId, CpuSet cpus) throws IOException {
            var unused = output(List.of(Place.TASKSET, "-p", "-c", cpus.toString(), Long.toString(threadId)));
        }

        /** The command fails, and leaves the threads after it, if a thread ends after the command has listed it. */
        @Override
        public void moveAll(long processId, CpuSet cpus) throws IOException {
            List<String> command = List.of(Place.TASKSET, "-a", "-p", "-c", cpus.toString(), Long.toString(processId));
            for (int attempt = 1; attempt < MAX_ATTEMPTS; attempt++) {
                try {
                    var unused = output(command);
                    return;
                } catch (IOException e) {
                    if (Thread.currentThread().isInterrupted()) {
                        throw e;
                    }
                }
            }
            var unused = output(command);
        }

        @Override
        public void attempt(Scheduler scheduler) throws IOException {
            var unused = output(chrt(scheduler, List.of(), "true"));
        }

        @Override
        public void schedule(long processId, long threadId, Scheduler scheduler, Duration longest) throws IOException {
            if (scheduler.isRealtime()) {
                long micros = TimeUnit.NANOSECONDS.toMicros(longest.toNanos());
                var unused = output(List.of(
                        "prlimit", "--pid", Long.toString(processId), "--rttime=%d:%d".formatted(micros, micros)));
            }
            var unused = output(chrt(scheduler, List.of("-p"), Long.toString(threadId)));
        }

        private static List<String> chrt(Scheduler scheduler, List<String> mode, String target) {
            List<String> command = new ArrayList<>(List.of("chrt"));
            command.addAll(scheduler.options());
            command.addAll(mode);
            command.addAll(List.of(Integer.toString(scheduler.priority()), target));
            return command;
        }

        private static String output(Place place, String... command) throws IOException {
            return output(
                    Stream.concat(place.prefix().stream(), Stream.of(command)).toList());
        }

        private static String output(List<String> whole) throws IOException {
            Process process =
                    new ProcessBuilder(whole).redirectErrorStream(true).start();
            try {
                process.getOutputStream().close();
                if (!process.waitFor(DEADLINE_SECONDS, TimeUnit.SECONDS)) {
                    throw new IOException("%s: did not end within %d s".formatted(whole.get(0), DEADLINE_SECONDS));
                }
                String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
                if (process.exitValue() != 0) {
                    String words = output.lines().findFirst().orElse("exit code " + process.exitValue());
                    throw new IOException(words.startsWith(whole.get(0)) ? words : whole.get(0) + ": " + words);
                }
                return output;
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new IOException("%s: interrupted".formatted(whole.get(0)), e);
            } finally {
                process.destroyForcibly();
            }
        }
    }
}
