package org.ipcbench.launch.process;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.ipcbench.control.ControlLink;
import org.ipcbench.control.ControlMessage;
import org.ipcbench.control.PeerInvocation;
import org.ipcbench.kernel.ControlGroups.ControlGroup;
import org.ipcbench.kernel.KernelFile;
import org.ipcbench.kernel.KernelFiles;
import org.ipcbench.launch.command.LaunchCommand;
import org.ipcbench.launch.command.PeerName;
import org.ipcbench.launch.process.PeerInbox.PeerEvent.Died;
import org.ipcbench.launch.process.PeerInbox.PeerEvent.Said;
import org.ipcbench.measure.clock.NanoClock;
import org.ipcbench.scratch.ScratchDirectory;
import org.ipcbench.scratch.StartedProcesses;
import org.ipcbench.transport.resource.CloseOnFailure;
import org.ipcbench.workload.Role;

/** The launcher's handle of one running peer: the process, its control link, and the last lines of its output. */
public final class PeerProcess implements AutoCloseable {
    private static final String OOM_SCORE = "500";

    /** Environment variables from which a JVM takes flags; peers use only recorded flags. */
    private static final List<String> FLAG_VARIABLES =
            List.of("JAVA_TOOL_OPTIONS", "JDK_JAVA_OPTIONS", "_JAVA_OPTIONS");

    /** A process that was killed is gone within this time, unless the kernel itself is stuck. */
    private static final Duration KILL_TIMEOUT = Duration.ofSeconds(30);

    /** A peer that has been told to stop has nothing left to do. */
    private static final Duration STOP_TIMEOUT = Duration.ofSeconds(2);

    private static final Duration LAST_WORDS_TIMEOUT = Duration.ofSeconds(3);

    /** The output of a process that lives on does not end. */
    private static final Duration STREAMS_STAY_OPEN = Duration.ofMillis(1);

    /** A peer behind a prefix that sees the end of its control link removes its files within this time. */
    private static final Duration FAR_END_TIMEOUT = Duration.ofSeconds(12);

    /** The exit code of a process that ended by SIGKILL. */
    private static final int KILLED = 128 + 9;

    /** In the line that the kernel has of a process, after its name. */
    private static final String STOPPED = ") T ";

    private final PeerName name;
    private final Process process;
    private final ProcessView view;
    private final PeerLink link;
    private final PeerInbox inbox;
    private final boolean ownsStandardStreams;
    private final Optional<PrefixRemains> remains;
    private final LastWords lastWords;
    private final MemoryKills memoryKills = MemoryKills.ofThisMachine();
    private final long memoryKillsBefore = memoryKills.count();
    private final NanoClock clock = NanoClock.system();
    /** The fault of the control link; empty if there is none. */
    private volatile String trouble = "";
    /** For how long a thread may compute without waiting; zero if for ever. */
    private volatile Duration longest = Duration.ZERO;

    private boolean stopped;
    private long stoppedNanos;

    private PeerProcess(
            PeerName name,
            Process process,
            ProcessView view,
            PeerLink link,
            PeerInbox inbox,
            LaunchCommand command,
            Optional<PrefixRemains> remains,
            LastWords lastWords) {
        this.remains = remains;
        this.name = name;
        this.process = process;
        this.view = view;
        this.link = link;
        this.inbox = inbox;
        ownsStandardStreams = command.ownsStandardStreams();
        this.lastWords = lastWords;
    }

    /**
     * Starts a peer and returns at once; its messages go to the inbox. If a transport uses its standard input and output,
     * the launcher keeps its ends open until {@link #releaseStandardStreams()} and reads nothing.
     */
    public static PeerProcess start(LaunchCommand command, PeerInbox inbox) throws IOException {
        return start(PeerName.of(command.role()), command, inbox);
    }

    /** Starts one of several peers in the command's role. */
    static PeerProcess start(PeerName name, LaunchCommand command, PeerInbox inbox) throws IOException {
        return start(List.of(name), command, inbox).get(0);
    }

    /** Starts one process that is all of these peers, each with a control link of its own; the first one has the command's role. */
    static List<PeerProcess> start(List<PeerName> names, LaunchCommand command, PeerInbox inbox) throws IOException {
        try (CloseOnFailure opened = new CloseOnFailure()) {
            Optional<PrefixRemains> remains = PrefixRemains.of(command);
            List<PeerLink> sockets = new ArrayList<>();
            for (PeerName name : command.isControlledByStreams() ? List.<PeerName>of() : names) {
                PeerLink listening = PeerLink.listen(socketOf(name, command));
                opened.add(listening::stopListening);
                sockets.add(listening);
            }
            ProcessBuilder builder = command.process();
            removeForeignFlags(builder);
            Process process = builder.start();
            opened.add(() -> end(process));
            offerForKill(process.pid());
            if (command.prefix().sharesFiles()) {
                new StartedProcesses(ScratchDirectory.holding(command.controlSocket()))
                        .record(names.get(0).fileName(), process.pid());
            }
            boolean isSilent = !command.ownsStandardStreams() && !command.isControlledByStreams();
            List<PeerProcess> peers = new ArrayList<>();
            for (PeerName name : names) {
                PeerLink link = sockets.isEmpty() ? PeerLink.ofStreams(process) : sockets.get(peers.size());
                ProcessView view = ProcessView.of(process.pid(), socketOf(name, command));
                LastWords words = new LastWords();
                if (peers.isEmpty()) { // they are the process's
                    words.drain(process, name, isSilent);
                }
                peers.add(new PeerProcess(name, process, view, link, inbox, command, remains, words));
                inbox.watch(name, view);
            }
            if (isSilent) {
                process.getOutputStream().close();
            }
            peers.forEach(PeerProcess::listen);
            opened.release();
            return peers;
        }
    }

    private static Path socketOf(PeerName name, LaunchCommand command) {
        return name.role() == command.role()
                ? command.controlSocket()
                : PeerInvocation.controlSocket(ScratchDirectory.holding(command.controlSocket()), name.fileName());
    }

    private void listen() {
        Thread reader = new Thread(this::read, name.fileName() + "-control");
        reader.setDaemon(true);
        reader.start();
        var unused = process.onExit().thenRun(() -> giveUp(reader));
    }

    /**
     * Lets the kernel kill this process, if memory runs out, rather than the launcher, which then says why a cell failed. Half of
     * the memory is added to what the process takes when victims are compared.
     */
    private static void offerForKill(long pid) {
        try {
            Files.writeString(Path.of("/proc", Long.toString(pid), "oom_score_adj"), OOM_SCORE);
        } catch (IOException e) {
            // it has ended already, or this is not Linux
        }
    }

    /** Ends a process that did not become a peer, for example because no thread could be started to listen to it. */
    private static void end(Process process) throws IOException {
        process.destroyForcibly();
        process.getOutputStream().close();
        process.getInputStream().close();
        process.getErrorStream().close();
    }

    /** Removes the environment variables that would add to a JVM's flags. */
    public static void removeForeignFlags(ProcessBuilder builder) {
        FLAG_VARIABLES.forEach(builder.environment()::remove);
    }

    public long pid() {
        return process.pid();
    }

    public PeerName name() {
        return name;
    }

    /** Waits until the peer has connected. */
    public void awaitConnected() throws IterationFailedException, InterruptedException {
        var unused = connected();
    }

    /** Sends a message, after waiting until the peer has connected. */
    public void send(ControlMessage message) throws IterationFailedException, InterruptedException {
        ControlLink connected = connected();
        try {
            inbox.observer().passes(name.role(), message);
            connected.send(message);
        } catch (IOException e) {
            throw hasEnded(e);
        }
    }

    private ControlLink connected() throws IterationFailedException, InterruptedException {
        try {
            return link.await(inbox.timeout());
        } catch (TimeoutException e) {
            throw new IterationFailedException(
                    "%s did not start within %d s; a larger --timeout waits longer%s"
                            .formatted(name.label(), inbox.timeout().toSeconds(), lastWords()),
                    e);
        } catch (ExecutionException e) {
            throw hasEnded(e);
        }
    }

    private IterationFailedException hasEnded(Exception cause) throws InterruptedException {
        return new IterationFailedException(name.label() + " " + describeEnd(), cause);
    }

    /** Closes the launcher's ends of the peer's standard input and output; a second call does nothing. */
    public void releaseStandardStreams() throws IOException {
        if (ownsStandardStreams) {
            process.getOutputStream().close();
            process.getInputStream().close();
        }
    }

    /**
     * Ends the peer at once, without waiting for its work. A signal would end only the prefix: a peer behind it ends, and
     * removes its files, when it sees the end of its control link.
     */
    public void kill() {
        if (remains.isEmpty()) {
            process.destroyForcibly();
            return;
        }
        try {
            link.end();
        } catch (IOException e) {
            // the link is broken, and the peer's end of it, too
        }
    }

    /** Prepares to stop the process by SIGSTOP. A stopped one is killed when the stopper is closed, or this process ends, however it does. */
    public Stopper stopper() throws IOException {
        long pid = process.pid();
        String words = "read -r _ && kill -STOP %d && { read -r _; kill -KILL %d; }".formatted(pid, pid);
        return new Stopper(new ProcessBuilder("/bin/sh", "-c", words)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start());
    }

    /** Waits until the process is stopped. */
    public void awaitStopped() throws IterationFailedException, InterruptedException {
        KernelFile stat = new KernelFile(Path.of("/proc", Long.toString(process.pid()), "stat"));
        long begin = System.nanoTime();
        while (!stat.text().orElse("").contains(STOPPED)) {
            if (System.nanoTime() - begin > STOP_TIMEOUT.toNanos()) {
                throw new IterationFailedException("the %s could not be stopped by SIGSTOP".formatted(name.label()));
            }
            Thread.sleep(1);
        }
    }

    /**
     * Sends a signal that Java cannot send.
     *
     * @param shell sends it when it gets a line, and ends without
     */
    public record Stopper(Process shell) implements AutoCloseable {
        /** Stops the process some tens of microseconds later. */
        public void stop() throws IOException {
            OutputStream line = shell.getOutputStream();
            line.write('\n');
            line.flush();
        }

        @Override
        public void close() throws IOException {
            shell.getOutputStream().close();
        }
    }

    /** CPU time of all its threads, in nanoseconds; 0 if the kernel does not tell. */
    public long cpuNanos() {
        KernelFiles threads = new KernelFiles(Path.of("/proc", Long.toString(process.pid()), "task"));
        long nanos = 0;
        for (String thread : threads.names("")) {
            String numbers = threads.text(thread + "/schedstat");
            int end = numbers.indexOf(' ');
            nanos += end < 0 ? 0 : Long.parseLong(numbers.substring(0, end));
        }
        return nanos;
    }

    /** Tells a connected peer to end, without waiting for it; {@link #close()} does. */
    public void stop() {
        if (link.isConnected() && !stopped) {
            stopped = true;
            stoppedNanos = clock.nanos();
            try {
                link.connected().send(new ControlMessage.Stop());
            } catch (IOException e) {
                kill(); // the link broke: the peer is dead or will be soon
            }
        }
    }

    /** Tells the peer to end, and kills it if it does not; afterwards the process has ended. */
    @Override
    public void close() throws IOException {
        boolean interrupted = Thread.interrupted();
        try {
            stop();
            if (stopped) {
                long waitedNanos = clock.nanos() - stoppedNanos; // peers that were told to stop together share the time
                process.waitFor(STOP_TIMEOUT.toNanos() - waitedNanos, TimeUnit.NANOSECONDS);
                link.connected().close();
            }
            if (remains.isPresent()) {
                process.waitFor(FAR_END_TIMEOUT.toNanos(), TimeUnit.NANOSECONDS);
                process.descendants().forEach(ProcessHandle::destroyForcibly); // of a prefix that waits for its child
            }
            process.destroyForcibly();
            requireEnd(process, name.role(), KILL_TIMEOUT);
            remains.ifPresent(left -> left.clearAwayAfter(process.exitValue()));
        } catch (InterruptedException e) {
            process.destroyForcibly();
            interrupted = true;
        } finally {
            view.close();
            link.stopListening();
            releaseStandardStreams();
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    /** Waits until a killed process has ended. */
    static void requireEnd(Process process, Role role, Duration timeout) throws IOException, InterruptedException {
        if (!process.waitFor(timeout.toMillis(), TimeUnit.MILLISECONDS)) {
            throw new IOException("%s: process %d still runs %d s after SIGKILL; /proc/%d/stack shows where it is stuck"
                    .formatted(role.label(), process.pid(), timeout.toSeconds(), process.pid()));
        }
    }

    /** Called when the process has ended. A peer behind a prefix that was killed may live on, and be connected by its socket. */
    private void giveUp(Thread reader) {
        try {
            link.stopListening();
            reader.join(LAST_WORDS_TIMEOUT.toMillis());
            if (reader.isAlive()) {
                reportEnd();
                link.end();
            }
        } catch (IOException e) {
            inbox.put(new Died(name, "left a control socket that cannot be closed: " + e.getMessage()));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void read() {
        try (ControlLink connected = link.accept()) {
            hear(connected);
        } catch (IOException | OutOfMemoryError e) {
            // the peer has not connected, and its process tells why
        } finally {
            reportEnd();
        }
    }

    private void hear(ControlLink connected) {
        try {
            for (ControlMessage message = connected.receive(); message != null; message = connected.receive()) {
                inbox.hear(new Said(name, message));
            }
        } catch (IOException | OutOfMemoryError e) {
            trouble =
                    "its control link broke: " + e.getMessage(); // before it is closed, and another thread cannot send
        }
    }

    private void reportEnd() {
        try {
            inbox.put(new Died(name, describeEnd()));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** From now on, the kernel kills it if a thread computes for longer than this without waiting. */
    public void limitComputing(Duration limit) {
        longest = limit;
    }

    /** Describes the process's end, and the fault of the control link, if any. */
    private String describeEnd() throws InterruptedException {
        StringBuilder text = new StringBuilder();
        boolean hasEnded = process.waitFor(LAST_WORDS_TIMEOUT.toMillis(), TimeUnit.MILLISECONDS);
        if (hasEnded) {
            text.append("ended with exit code ").append(process.exitValue());
            if (process.exitValue() == KILLED && memoryKills.count() > memoryKillsBefore) {
                text.append(", because the memory of its control group is used up (memory.max)");
            } else if (process.exitValue() == KILLED && !longest.isZero()) {
                text.append(", as a process does whose thread in a class for realtime computes for %d s without waiting"
                                .formatted(longest.toSeconds()))
                        .append(" (RLIMIT_RTTIME); use a longer --timeout, or measure for less time");
            }
        } else {
            text.append(trouble.isEmpty() ? "closed its control link but still runs" : "still runs");
        }
        text.append(trouble.isEmpty() ? "" : "; " + trouble);
        return text + lastWords.after(hasEnded ? LAST_WORDS_TIMEOUT : STREAMS_STAY_OPEN);
    }

    /** The output of a peer that is still alive, ready to be appended to a message; may be empty. */
    String lastWords() throws InterruptedException {
        String text = lastWords.after(STREAMS_STAY_OPEN);
        return text.isEmpty() ? "" : "; " + name.label() + text.substring(1);
    }

    /** The last lines of a peer's output, ready to be appended to a message. */
    private static final class LastWords {
        private final List<Tail> tails = new ArrayList<>();

        /**
         * Starts draining the output.
         *
         * @param withStandardOutput whether standard output has no other reader
         */
        void drain(Process process, PeerName name, boolean withStandardOutput) {
            tails.add(new Tail(process.getErrorStream(), name.fileName() + "-stderr"));
            if (withStandardOutput) {
                tails.add(new Tail(process.getInputStream(), name.fileName() + "-stdout"));
            }
        }

        /** Returns the last lines, after waiting at most this long for the end of each stream; may be empty. */
        String after(Duration wait) throws InterruptedException {
            StringBuilder text = new StringBuilder();
            for (Tail tail : tails) {
                String words = tail.text(wait.toMillis());
                text.append(words.isEmpty() ? "" : "; last words: " + words.replace("\n", " | "));
            }
            return text.toString();
        }
    }

    /**
     * Counts the processes that the kernel has killed because the memory of this process's control group was used up. The
     * exit code of a killed process tells only that it was killed.
     *
     * @param root the directory that holds {@code proc} and {@code sys}
     */
    record MemoryKills(Path root) {
        private static final String KILLS = "oom_kill ";
        private static final String CONTROLLER = "memory";

        static MemoryKills ofThisMachine() {
            return new MemoryKills(Path.of("/"));
        }

        /** Number of killed processes so far; 0 if the kernel does not tell. */
        long count() {
            return ControlGroup.ofThisProcess(root).stream()
                    .flatMap(group -> counters(group).stream())
                    .findFirst()
                    .map(KernelFile::new)
                    .map(file -> file.number(KILLS).orElse(0))
                    .orElse(0L);
        }

        private Optional<Path> counters(ControlGroup group) {
            Path groups = root.resolve(ControlGroup.MOUNT);
            if (group.isVersion1Of(CONTROLLER)) {
                return existing(groups.resolve(CONTROLLER), group.path(), "memory.oom_control");
            }
            return group.isVersion2() ? existing(groups, group.path(), "memory.events") : Optional.empty();
        }

        /**
         * Finds a group's file. A container often sees its own group as the mount's root, although the group's path is the
         * machine's.
         */
        private static Optional<Path> existing(Path mount, String group, String file) {
            Path named = mount.resolve(group.replaceFirst("^/+", "")).resolve(file);
            return List.of(named, mount.resolve(file)).stream()
                    .filter(Files::isReadable)
                    .findFirst();
        }
    }
}
