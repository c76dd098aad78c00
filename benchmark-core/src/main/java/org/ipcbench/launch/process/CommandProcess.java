package org.ipcbench.launch.process;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.ipcbench.kernel.KernelFile;
import org.ipcbench.launch.command.Neighbour;
import org.ipcbench.placement.CpuSet;
import org.ipcbench.placement.Placement;
import org.ipcbench.placement.PlacingCommands;
import org.ipcbench.scratch.StartedProcesses;
import org.ipcbench.transport.Token;
import org.ipcbench.transport.resource.CloseOnFailure;

/**
 * The launcher's handle of a command that runs beside the peers of an iteration, in a session of its own: a declared neighbour, or a relay. If
 * there is none, every method does nothing. A shell in the same session ends all of it as soon as the launcher closes its end of a pipe, or is
 * gone.
 */
public final class CommandProcess implements AutoCloseable {
    /** By this variable the processes are known, wherever they have gone. */
    private static final String MARK = "IPCBENCH_NEIGHBOUR";

    /** Processes that start others while they are killed are looked for again, up to this number of times. */
    private static final int LOOKS = 50;

    /** Processes that were told to end have this number of twenty milliseconds. */
    private static final int GRACE_LOOKS = 50;

    /**
     * Tells what is left to end, parents before their children, so that it can remove its files and shared memory, and then kills it. What it writes to its standard output is
     * of no use to anybody, and must not cost the launcher CPU time. The shell becomes a process that never looks after its child, so that the
     * kernel keeps the command's time and exit code after its end.
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
            %3$s=$mark "$@" 3<&- >/dev/null &
            exec sleep 1000000000 2>/dev/null
            """.formatted(GRACE_LOOKS, LOOKS, MARK);

    private static final Duration END_TIMEOUT = Duration.ofSeconds(10);

    /** The shell has ended what it finds by then, unless it was killed itself. */
    private static final Duration SHELL_TIMEOUT = Duration.ofSeconds(3);

    private static final Duration LAST_WORDS_TIMEOUT = Duration.ofSeconds(1);
    private static final Path PROCESSES = Path.of("/proc");

    /** Of a thread that has ended, the kernel keeps its time in ticks, for user mode and for the kernel. */
    private static final long LOST_WITH_THREADS_NANOS = 2 * KernelFile.TICK_NANOS;

    private final String name;
    private final Optional<Process> process;
    private final Optional<Tail> output;
    private final String mark;

    private CommandProcess(String name, Optional<Process> process, String mark) {
        this.name = name;
        this.process = process;
        this.mark = MARK + "=" + mark;
        output = process.map(each -> new Tail(each.getErrorStream(), name));
    }

    /** Starts the neighbour on the CPUs of the peers, if there is one, and returns at once. */
    static CommandProcess start(Neighbour neighbour, Placement placement, Path scratchDirectory) throws IOException {
        String name = "neighbour";
        return neighbour.isProcess()
                ? start(name, name, new ProcessBuilder(neighbour.command()), placement.cpus(), scratchDirectory)
                : new CommandProcess(name, Optional.empty(), "");
    }

    /**
     * Starts a command, and returns at once.
     *
     * @param name what messages call it
     * @param record its record in the scratch directory
     * @param command its words, and its working directory
     * @param cpus where it runs; the kernel chooses if there are none
     */
    static CommandProcess start(
            String name, String record, ProcessBuilder command, Optional<CpuSet> cpus, Path scratchDirectory)
            throws IOException {
        String mark = Token.random().hex();
        List<String> words = new ArrayList<>(PlacingCommands.onCpus(cpus));
        words.addAll(List.of(Neighbour.SESSION, "/bin/sh", "-c", WATCH, record, mark));
        words.addAll(command.command());
        ProcessBuilder builder = command.command(words).redirectOutput(ProcessBuilder.Redirect.DISCARD);
        PeerProcess.removeForeignFlags(builder);
        try (CloseOnFailure opened = new CloseOnFailure()) {
            Process started = builder.start();
            opened.add(started::destroyForcibly);
            new StartedProcesses(scratchDirectory).record(record, started.pid());
            CommandProcess running = new CommandProcess(name, Optional.of(started), mark);
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
            long spent = cpuNanos - before.cpuNanos;
            return spent < -LOST_WITH_THREADS_NANOS || !orphans.containsAll(before.orphans)
                    ? Double.NaN
                    : (double) Math.max(0, spent) / (nanos - before.nanos);
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
        OptionalInt code = exitCode();
        return code.isEmpty()
                ? Optional.empty()
                : Optional.of("the %s ended with exit code %d%s"
                        .formatted(name, code.getAsInt(), lastWords(LAST_WORDS_TIMEOUT)));
    }

    private OptionalInt exitCode() {
        if (process.isEmpty()) {
            return OptionalInt.empty();
        }
        return process.get().isAlive()
                ? withZombies().stream()
                        .filter(each ->
                                each.zombie && each.parent == process.get().pid())
                        .mapToInt(Member::exitCode)
                        .findFirst()
                : OptionalInt.of(process.get().exitValue());
    }

    /** What it has written to its standard error, ready to be appended to a message; may be empty. */
    String lastWords(Duration wait) throws InterruptedException {
        String words = output.isEmpty() ? "" : output.get().text(wait.toMillis());
        return words.isEmpty() ? "" : "; last words: " + words.replace("\n", " | ");
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
                    throw new IOException("processes of the %s survive SIGKILL, perhaps of another user: %s"
                            .formatted(name, left.stream().map(Member::pid).toList()));
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
    private record Member(long pid, boolean zombie, long parent, long session, long cpuNanos, int exitCode) {
        /** Indexes of fields after the command's name. */
        private static final int[] OWN_TIMES = {11, 12};

        private static final int[] TIMES_OF_ENDED_CHILDREN = {13, 14};

        private static final int STATE = 0;
        private static final int EXIT_STATUS = 49;
        private static final int SIGNAL_MASK = 0x7f;
        private static final int BESIDE_SIGNAL = 128;
        private static final int PARENT = 1;
        private static final int SESSION = 3;

        /** A process; empty if there is none any more. */
        static Optional<Member> of(String pid) {
            String stat = new KernelFile(PROCESSES.resolve(pid).resolve("stat"))
                    .text()
                    .orElse("");
            String[] fields = stat.substring(stat.lastIndexOf(')') + 1).strip().split(" ", -1);
            return fields.length <= TIMES_OF_ENDED_CHILDREN[1]
                    ? Optional.empty()
                    : Optional.of(new Member(
                            Long.parseLong(pid),
                            fields[STATE].equals("Z"),
                            Long.parseLong(fields[PARENT]),
                            Long.parseLong(fields[SESSION]),
                            Math.max(nanos(fields, OWN_TIMES), ofThreads(pid)) + nanos(fields, TIMES_OF_ENDED_CHILDREN),
                            exitCode(fields)));
        }

        /** The code as a shell tells it; 0 as long as it runs, and if an old kernel does not tell. */
        private static int exitCode(String[] fields) {
            int status = fields.length > EXIT_STATUS ? Integer.parseInt(fields[EXIT_STATUS]) : 0;
            int signal = status & SIGNAL_MASK;
            return signal == 0 ? status >> Byte.SIZE : BESIDE_SIGNAL + signal;
        }

        private static long nanos(String[] fields, int[] indexes) {
            return KernelFile.TICK_NANOS
                    * Arrays.stream(indexes)
                            .mapToLong(index -> Long.parseLong(fields[index]))
                            .sum();
        }

        /** The time of the process's threads, which the kernel tells more exactly; 0 if it does not. */
        private static long ofThreads(String pid) {
            Path tasks = PROCESSES.resolve(pid).resolve("task");
            return Arrays.stream(KernelFile.names(tasks))
                    .flatMap(task -> new KernelFile(tasks.resolve(task).resolve("schedstat")).text().stream())
                    .mapToLong(text -> Long.parseLong(text.substring(0, text.indexOf(' '))))
                    .sum();
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
