package org.ipcbench.launch.process;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.ipcbench.kernel.KernelFile;
import org.ipcbench.launch.command.Neighbour;
import org.ipcbench.placement.Placement;
import org.ipcbench.placement.PlacingCommands;
import org.ipcbench.scratch.StartedProcesses;
import org.ipcbench.transport.Token;
import org.ipcbench.transport.resource.CloseOnFailure;

/**
 * The launcher's handle of a declared neighbour: a command of the user's on the CPUs of the peers, in a session of its own. If there is none,
 * every method does nothing. A shell in the same session ends all of it as soon as the launcher closes its end of a pipe, or is gone.
 */
public final class NeighbourProcess implements AutoCloseable {
    /** By this variable the processes are known, wherever they have gone. */
    private static final String MARK = "IPCBENCH_NEIGHBOUR";

    /** Processes that start others while they are killed are looked for again, up to this number of times. */
    private static final int LOOKS = 50;

    /** Processes that were told to end have this number of twenty milliseconds. */
    private static final int GRACE_LOOKS = 50;

    /**
     * Tells what is left to end, parents before their children, so that it can remove its files and shared memory, and then kills it. What it writes to its standard output is
     * of no use to anybody, and must not cost the launcher CPU time.
     */
    private static final String WATCH = """
            mark=$1; shift
            exec 3<&0 </dev/null
            signal() {
              found=$(grep -lF "%3$s=$mark" /proc/[0-9]*/environ 2>/dev/null | sort -t/ -k3n)
              [ -n "$found" ] || return 1
              for each in $found; do each=${each%%/environ}; kill -"$1" "${each#/proc/}" 2>/dev/null; done
              return 0 # although the last one may have ended meanwhile
            }
            (
              trap '' TERM
              read -r _ <&3
              signal TERM
              looks=0
              while [ $looks -lt %1$d ] && signal 0; do sleep 0.02 || sleep 1; looks=$((looks + 1)); done
              looks=0
              while [ $looks -lt %2$d ] && signal KILL; do looks=$((looks + 1)); done
              kill -KILL 0
            ) >/dev/null 2>&1 &
            %3$s=$mark "$@" 3<&- >/dev/null
            """.formatted(GRACE_LOOKS, LOOKS, MARK);

    private static final Duration END_TIMEOUT = Duration.ofSeconds(10);

    /** The shell has ended what it finds by then, unless it was killed itself. */
    private static final Duration SHELL_TIMEOUT = Duration.ofSeconds(3);

    private static final Duration LAST_WORDS_TIMEOUT = Duration.ofSeconds(1);
    private static final Path PROCESSES = Path.of("/proc");

    private final Optional<Process> process;
    private final Optional<Tail> output;
    private final String mark;

    private NeighbourProcess(Optional<Process> process, String mark) {
        this.process = process;
        this.mark = MARK + "=" + mark;
        output = process.map(each -> new Tail(each.getErrorStream(), "neighbour"));
    }

    /** Starts the neighbour, if there is one, and returns at once. */
    static NeighbourProcess start(Neighbour neighbour, Placement placement, Path scratchDirectory) throws IOException {
        String mark = Token.random().hex();
        if (!neighbour.isProcess()) {
            return new NeighbourProcess(Optional.empty(), mark);
        }
        List<String> words = new ArrayList<>(PlacingCommands.onCpus(placement.cpus()));
        words.addAll(List.of(Neighbour.SESSION, "/bin/sh", "-c", WATCH, "neighbour", mark));
        words.addAll(neighbour.command());
        ProcessBuilder builder = new ProcessBuilder(words).redirectOutput(ProcessBuilder.Redirect.DISCARD);
        PeerProcess.removeForeignFlags(builder);
        try (CloseOnFailure opened = new CloseOnFailure()) {
            Process started = builder.start();
            opened.add(started::destroyForcibly);
            new StartedProcesses(scratchDirectory).record("neighbour", started.pid());
            NeighbourProcess running = new NeighbourProcess(Optional.of(started), mark);
            opened.release();
            return running;
        }
    }

    /**
     * The CPU time at a moment.
     *
     * @param nanos by the launcher's clock
     * @param cpuNanos CPU time of all processes so far, and of those that have ended and whose parents have not, in nanoseconds
     * @param orphans the processes that have outlived their parents: when they end, nobody of the neighbour has their time
     */
    public record Reading(long nanos, long cpuNanos, Set<Long> orphans) {
        /** A reading without orphans. */
        Reading(long nanos, long cpuNanos) {
            this(nanos, cpuNanos, Set.of());
        }

        /**
         * Number of CPUs that were busy between both moments; NaN if processes have ended whose time is lost with them. Orphans that begin
         * and end between both moments are not seen.
         */
        public double since(Reading before) {
            return cpuNanos < before.cpuNanos || !orphans.containsAll(before.orphans)
                    ? Double.NaN
                    : (double) (cpuNanos - before.cpuNanos) / (nanos - before.nanos);
        }
    }

    /** Reads the CPU time. */
    public Reading read() {
        if (process.isEmpty()) {
            return new Reading(System.nanoTime(), 0);
        }
        List<Member> all = withZombies();
        Set<Long> pids = all.stream().map(Member::pid).collect(Collectors.toSet());
        return new Reading(
                System.nanoTime(),
                all.stream().mapToLong(Member::cpuNanos).sum(),
                all.stream()
                        .filter(each -> each.pid != process.get().pid() && !pids.contains(each.parent))
                        .map(Member::pid)
                        .collect(Collectors.toSet()));
    }

    /** How the command ended, before anybody told it to; empty if it runs, or there is none. */
    public Optional<String> end() throws InterruptedException {
        if (process.isEmpty() || process.get().isAlive()) {
            return Optional.empty();
        }
        String words = output.orElseThrow().text(LAST_WORDS_TIMEOUT.toMillis());
        return Optional.of("the neighbour ended with exit code %d%s"
                .formatted(
                        process.get().exitValue(),
                        words.isEmpty() ? "" : "; last words: " + words.replace("\n", " | ")));
    }

    /** Tells the shell to end all of it, without waiting. */
    void kill() {
        process.ifPresent(shell -> {
            try {
                shell.getOutputStream().close();
            } catch (IOException e) {
                // the shell is gone; close() looks for what it has left
            }
        });
    }

    /** Ends all of its processes; afterwards they have ended. */
    @Override
    public void close() throws IOException {
        if (process.isEmpty()) {
            return;
        }
        kill();
        boolean interrupted = Thread.interrupted();
        try {
            long begin = System.nanoTime();
            boolean ended = process.get().waitFor(SHELL_TIMEOUT.toNanos(), TimeUnit.NANOSECONDS);
            for (List<Member> left = members(); !ended || !left.isEmpty(); left = members()) {
                long spent = System.nanoTime() - begin;
                if (spent > SHELL_TIMEOUT.toNanos()) {
                    left.forEach(Member::kill);
                }
                if (spent > END_TIMEOUT.toNanos()) {
                    throw new IOException("processes of the neighbour survive SIGKILL, perhaps of another user: %s"
                            .formatted(left.stream().map(Member::pid).toList()));
                }
                ended = process.get().waitFor(1, TimeUnit.MILLISECONDS);
            }
        } catch (InterruptedException e) {
            members().forEach(Member::kill);
            interrupted = true;
        } finally {
            process.get().destroyForcibly();
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    private List<Member> members() {
        return withZombies().stream().filter(each -> !each.zombie).toList();
    }

    /** With those that have ended, and whose time their parents have not taken over yet. */
    private List<Member> withZombies() {
        long session = process.orElseThrow().pid();
        return Arrays.stream(KernelFile.names(PROCESSES))
                .filter(name -> Character.isDigit(name.charAt(0)))
                .flatMap(name -> Member.of(name).stream())
                .filter(each -> each.session == session || each.isMarked(mark))
                .toList();
    }

    /** One of the processes. */
    private record Member(long pid, boolean zombie, long parent, long session, long cpuNanos) {
        /** Indexes of fields after the command's name: own time, and the time of children that have ended. */
        private static final int[] TIMES = {11, 12, 13, 14};

        private static final int STATE = 0;
        private static final int PARENT = 1;
        private static final int SESSION = 3;

        /** A process; empty if there is none any more. */
        static Optional<Member> of(String pid) {
            String stat = new KernelFile(PROCESSES.resolve(pid).resolve("stat"))
                    .text()
                    .orElse("");
            String[] fields = stat.substring(stat.lastIndexOf(')') + 1).strip().split(" ", -1);
            return fields.length <= TIMES[TIMES.length - 1]
                    ? Optional.empty()
                    : Optional.of(new Member(
                            Long.parseLong(pid),
                            fields[STATE].equals("Z"),
                            Long.parseLong(fields[PARENT]),
                            Long.parseLong(fields[SESSION]),
                            KernelFile.TICK_NANOS
                                    * Arrays.stream(TIMES)
                                            .mapToLong(index -> Long.parseLong(fields[index]))
                                            .sum()));
        }

        boolean isMarked(String mark) {
            return new KernelFile(PROCESSES.resolve(Long.toString(pid)).resolve("environ"))
                    .text()
                    .filter(environment -> ('\0' + environment).contains('\0' + mark))
                    .isPresent();
        }

        void kill() {
            ProcessHandle.of(pid).ifPresent(ProcessHandle::destroyForcibly);
        }
    }
}
