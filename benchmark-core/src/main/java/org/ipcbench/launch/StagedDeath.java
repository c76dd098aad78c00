package org.ipcbench.launch;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.ThreadLocalRandom;
import java.util.regex.Pattern;
import org.HdrHistogram.Histogram;
import org.ipcbench.control.ControlMessage;
import org.ipcbench.control.ControlMessage.Assign;
import org.ipcbench.control.ControlMessage.Connected;
import org.ipcbench.control.ControlMessage.ConnectionShare;
import org.ipcbench.control.ControlMessage.Finished;
import org.ipcbench.control.ControlMessage.Identified;
import org.ipcbench.control.ControlMessage.Identify;
import org.ipcbench.control.ControlMessage.Ready;
import org.ipcbench.kernel.KernelFiles;
import org.ipcbench.launch.command.PeerName;
import org.ipcbench.launch.process.IterationFailedException;
import org.ipcbench.launch.process.PairProcesses;
import org.ipcbench.launch.process.PeerInbox;
import org.ipcbench.launch.process.PeerProcess;
import org.ipcbench.measure.clock.NanoClock;
import org.ipcbench.measure.result.Measurement;
import org.ipcbench.measure.result.Measurement.Aftermath;
import org.ipcbench.measure.sample.Losses;
import org.ipcbench.measure.sample.Recorder;
import org.ipcbench.measure.sample.Recorder.Notice;
import org.ipcbench.workload.Role;
import org.ipcbench.workload.fail.Death;
import org.ipcbench.workload.fail.Fail;
import org.jspecify.annotations.Nullable;

/**
 * Ends one of two peers while messages are under way, and sees what follows. The survivor has to know by its transport: the launcher tells
 * it nothing before its deadline.
 */
final class StagedDeath {
    /** A client whose count has stood still for this time is blocked. */
    private static final Duration STANDSTILL = Duration.ofMillis(300);

    /** For how long a client that never knows may go on sending. */
    private static final Duration SWALLOWING = Duration.ofSeconds(5);

    private static final Duration LOOK = Duration.ofMillis(50);

    /** A peer ends itself with a message, at a random time before the next one. */
    private static final int MESSAGES_TO_END = 3;

    /** A survivor whose thread is still in a call of the transport does not take another assignment. */
    private static final Duration RESTART = Duration.ofSeconds(30);

    private final Fail fail;
    private final PairProcesses processes;
    private final NextAssignment assignment;
    private final PeerInbox inbox;
    private final PeerProcess victim;
    private final PeerProcess survivor;
    private final NanoClock clock = NanoClock.system();
    private long cpuBefore;

    /** Makes the assignment of a session after the one in which a peer dies. */
    @FunctionalInterface
    interface NextAssignment {
        Assign to(Role role, ConnectionShare share);
    }

    StagedDeath(Fail fail, PairProcesses processes, NextAssignment assignment) {
        this.fail = fail;
        this.assignment = assignment;
        this.processes = processes;
        inbox = processes.inbox();
        victim = processes.peer(fail.dies());
        survivor = processes.peer(fail.dies() == Role.CLIENT ? Role.SERVER : Role.CLIENT);
    }

    /** Called when the measured part has begun; afterwards both peers have ended. */
    Measurement follow() throws IterationFailedException, InterruptedException, IOException {
        try (PeerProcess.Stopper stopper = victim.stopper()) {
            return follow(stopper);
        }
    }

    private Measurement follow(PeerProcess.Stopper stopper)
            throws IterationFailedException, InterruptedException, IOException {
        long deathNanos = end(stopper);
        Optional<Notice> notice = inbox.awaitWithin(
                        survivor.name(),
                        Finished.class,
                        victim.name(),
                        Duration.ofNanos(fail.extent().nanos()))
                .map(told -> told.measurement().notice());
        long waitedNanos = notice.map(Notice::nanos).orElseGet(clock::nanos) - deathNanos;
        long cpuNanos = Math.max(0, survivor.cpuNanos() - cpuBefore);
        if (waitedNanos <= 0) {
            throw failedBefore(notice.orElse(null));
        }
        long sent = inbox.messages(client().name());
        PeerName server = processes.peer(Role.SERVER).name();
        long received = inbox.messages(server);
        long repeated = inbox.repeated(server);
        boolean isTaken = notice.isEmpty() && fail.dies() == Role.SERVER;
        boolean isFull = isTaken && fail.heartbeatNanos() == 0 && isBlocked(); // whoever waits for a beat stands still
        Long swallowed = isTaken ? inbox.messages(client().name()) - received : null;
        stopper.close();
        victim.kill();
        victim.close();
        boolean isIdle = notice.isPresent() && isIdle();
        if (!isIdle) {
            survivor.kill();
            survivor.close();
        }
        List<String> left = new LeftBehind(processes.scratch().path(), List.of(victim.pid(), survivor.pid())).names();
        Long again = isIdle ? again() : null;
        survivor.kill();
        survivor.close();
        return measurement(
                waitedNanos,
                repeated,
                new Aftermath(
                        notice.isPresent() ? waitedNanos : null,
                        notice.map(Notice::by).orElse(null),
                        notice.map(this::words).orElse(""),
                        sent,
                        received,
                        swallowed,
                        isFull,
                        again,
                        left,
                        waitedNanos,
                        cpuNanos,
                        notice.map(Notice::beatNanos).filter(nanos -> nanos > 0).orElse(null)));
    }

    private IterationFailedException failedBefore(@Nullable Notice notice) {
        return new IterationFailedException("the %s failed before the %s ended: %s"
                .formatted(
                        survivor.name().label(),
                        victim.name().label(),
                        notice == null || notice.by() == null
                                ? "it reported early"
                                : notice.by().label() + " " + notice.words()));
    }

    /** What the transport said, without the directory, whose name is the user's. */
    private String words(Notice notice) {
        return notice.words().replace(processes.scratch().path() + "/", "");
    }

    private PeerProcess client() {
        return processes.peer(Role.CLIENT);
    }

    /** Ends the victim, or waits until it has ended itself. @return the time of death, by the machine's monotonic clock */
    private long end(PeerProcess.Stopper stopper) throws IterationFailedException, InterruptedException, IOException {
        if (!fail.death().isBySignal()) {
            Duration limit = Duration.ofNanos(
                            Fail.MIN_LIFE_NANOS + Fail.MAX_FURTHER_NANOS + MESSAGES_TO_END * fail.gapNanos())
                    .plusSeconds(2);
            Notice own = inbox.awaitWithin(victim.name(), Finished.class, survivor.name(), limit)
                    .map(told -> told.measurement().notice())
                    .orElseThrow(() -> new IterationFailedException(
                            "the %s did not end in time".formatted(victim.name().label())));
            cpuBefore = survivor.cpuNanos();
            return own.nanos();
        }
        awaitTime();
        cpuBefore = survivor.cpuNanos();
        long nanos = clock.nanos();
        if (fail.death() == Death.STOP) {
            stopper.stop();
            victim.awaitStopped();
        } else {
            victim.kill();
        }
        return nanos;
    }

    /** Lets both live for a while. */
    private void awaitTime() throws IterationFailedException, InterruptedException {
        long life = Fail.MIN_LIFE_NANOS + ThreadLocalRandom.current().nextLong(Fail.MAX_FURTHER_NANOS);
        Optional<Finished> early =
                inbox.awaitWithin(survivor.name(), Finished.class, victim.name(), Duration.ofNanos(life));
        if (early.isPresent()) {
            throw failedBefore(early.get().measurement().notice());
        }
    }

    /**
     * Starts a new process in the place of the dead one. @return time from its readiness until the survivor has had an answer of it, which is the
     * proof of the session's token, in nanoseconds; null if there is none in time
     */
    private @Nullable Long again() throws InterruptedException, IOException {
        PeerProcess started = processes.restart(fail.dies());
        boolean isServer = fail.dies() == Role.SERVER;
        PeerProcess server = isServer ? started : survivor;
        PeerProcess client = isServer ? survivor : started;
        try {
            started.awaitConnected();
            server.send(assignment.to(Role.SERVER, ConnectionShare.SERVER_OF_ONE));
            Optional<Ready> ready = await(server, Ready.class);
            if (ready.isEmpty()) {
                return null;
            }
            long nanos = clock.nanos();
            client.send(assignment.to(
                    Role.CLIENT, ConnectionShare.ofClient(0, ready.get().addresses())));
            return await(client, Ready.class).isPresent()
                            && await(client, Connected.class).isPresent()
                    ? clock.nanos() - nanos
                    : null;
        } catch (IterationFailedException e) {
            return null; // the transport's, which cannot go on
        } finally {
            started.kill();
        }
    }

    private <T extends ControlMessage> Optional<T> await(PeerProcess peer, Class<T> type)
            throws IterationFailedException, InterruptedException {
        return inbox.awaitWithin(peer.name(), type, victim.name(), RESTART);
    }

    /** Whether the client, which goes on sending, comes to a standstill. */
    private boolean isBlocked() throws InterruptedException {
        Thread.sleep(Duration.ofNanos(fail.furtherPatienceNanos()).plus(LOOK).toMillis());
        long before = -1;
        long stoodStill = 0;
        for (long waited = 0; waited < SWALLOWING.toNanos(); waited += LOOK.toNanos()) {
            long now = inbox.messages(client().name());
            stoodStill = now == before ? stoodStill + LOOK.toNanos() : 0;
            if (stoodStill >= STANDSTILL.toNanos()) {
                return true;
            }
            before = now;
            Thread.sleep(LOOK.toMillis());
        }
        return false;
    }

    /** Whether the survivor has closed its end, and can take another assignment. */
    private boolean isIdle() throws InterruptedException {
        try {
            survivor.send(new Identify());
            return await(survivor, Identified.class).isPresent();
        } catch (IterationFailedException e) {
            return false; // it has failed, or is ending
        }
    }

    private Measurement measurement(long waitedNanos, long repeated, Aftermath aftermath) {
        Histogram notices = new Histogram(Recorder.MAX_LATENCY_NANOS, Recorder.SIGNIFICANT_DIGITS);
        if (aftermath.knownNanos() != null) {
            notices.recordValue(aftermath.knownNanos());
        }
        return new Measurement.Draft(
                        fail.requestBytes(),
                        1,
                        fail.requestBytes(),
                        waitedNanos,
                        fail.question().latencyKind())
                .losses(new Losses(0, repeated, 0, 0))
                .latencies(notices)
                .followedBy(aftermath)
                .measurement();
    }

    /**
     * What two processes that have ended left behind: files in the scratch directory, among them records of objects elsewhere, and objects of
     * System V.
     *
     * @param scratch the directory
     * @param pids the processes
     */
    record LeftBehind(Path scratch, List<Long> pids) {
        private static final Path OBJECTS = Path.of("/proc/sysvipc");

        /** The first of two neighbouring columns with the last users of an object; sets of semaphores have none, but a record among the files. */
        private static final Map<String, Integer> PID_COLUMNS = new TreeMap<>(Map.of("msg", 5, "shm", 4));

        /** What makes a name another one in each session. */
        private static final Pattern UNIQUE = Pattern.compile("\\.[0-9a-f]{8,}$");

        /** Files of the launcher, and of peers for the launcher. */
        private static final Pattern OWN = Pattern.compile("lock|owner|partial-file|.*\\.(control|progress|process)");

        List<String> names() {
            List<String> names = new ArrayList<>();
            new KernelFiles(scratch)
                    .names("").stream()
                            .filter(name -> !OWN.matcher(name).matches())
                            .map(name -> UNIQUE.matcher(name).replaceFirst(""))
                            .forEach(names::add);
            PID_COLUMNS.forEach((kind, at) -> {
                for (String line : new KernelFiles(OBJECTS).lines(kind)) {
                    List<String> columns = List.of(line.strip().split(" +"));
                    if (columns.size() > at + 1
                            && columns.subList(at, at + 2).stream()
                                    .anyMatch(column ->
                                            pids.stream().anyMatch(pid -> column.equals(Long.toString(pid))))) {
                        names.add("System V " + kind);
                    }
                }
            });
            return names;
        }
    }
}
