package org.ipcbench.plan.cell;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import org.ipcbench.kernel.KernelFile;
import org.ipcbench.placement.PlacingCommands;
import org.ipcbench.placement.Scheduler;
import org.ipcbench.plan.cell.Feasibility.Obstacle;
import org.ipcbench.transport.WaitStrategy;
import org.ipcbench.workload.Clients;
import org.ipcbench.workload.Serving;

/** How the kernel schedules the measuring threads. */
final class SchedulerDimension extends Setting<Scheduler> {
    private static final KernelFile SHARE = new KernelFile(Path.of("/proc/sys/kernel/sched_rt_runtime_us"));
    private static final String EVERYTHING = "-1";

    /** A number of messages takes this time at least: those who spin need less than a microsecond for one. */
    private static final double LEAST_MESSAGE_NANOS = 1_000;

    SchedulerDimension() {
        super("scheduler", "Scheduler", "scheduler", "", Scheduler.OTHER, Optional.empty());
    }

    @Override
    public boolean isOfTheSuite(Scheduler value) {
        return true;
    }

    @Override
    public Optional<Option> option() {
        return Optional.of(new Option(
                "--scheduler",
                About.PLACE,
                "Comma-separated scheduling classes of the measuring threads: other, batch, fifo:N or rr:N with a priority"
                        + " from 1 to 99 (default: other)."));
    }

    @Override
    public Scheduler one(String text) {
        return Scheduler.parse(text);
    }

    @Override
    Object shown(Scheduler scheduler) {
        return scheduler.label();
    }

    @Override
    public String text(Cell cell) {
        return cell.settings().get(this).label();
    }

    @Override
    Optional<String> lackBehindPrefix() {
        return Optional.of("has threads that nobody here can schedule; omit --scheduler");
    }

    @Override
    Optional<Obstacle> obstacle(Cell cell) {
        Scheduler scheduler = cell.settings().get(this);
        if (scheduler.equals(usual())) {
            return Optional.empty();
        }
        if (cell.transport().traits().inProcess()) {
            return Obstacle.unsupported("has no second process to wait for; omit --scheduler");
        }
        if (cell.transport().traits().startsServer()) {
            return Obstacle.unsupported("starts its server anew for each request; omit --scheduler");
        }
        if (cell.transport().traits().hasForeignServer()) {
            return Obstacle.unsupported("has a server of the user's, which nobody here schedules; omit --scheduler");
        }
        if (cell.clients().serving() == Serving.VIRTUAL) {
            return Obstacle.unsupported("virtual threads share threads of the JVM, which nobody here can schedule; omit"
                    + " --server-model virtual or --scheduler");
        }
        if (scheduler.isRealtime() && cell.workload().senderSpins()) {
            return Obstacle.unsupported(
                    "a sender that spins in a class for realtime is stopped for 50 ms of each second"
                            + " (kernel.sched_rt_runtime_us); use --pacing sleep");
        }
        return (scheduler.isRealtime() ? runAway(cell, SHARE.text().orElse("").strip()) : Optional.<Obstacle>empty())
                .or(() -> refusal(scheduler));
    }

    /** Why threads that are never preempted by ordinary ones might leave those nothing. */
    static Optional<Obstacle> runAway(Cell cell, String sharePerPeriod) {
        return runAway(cell, sharePerPeriod, Runtime.getRuntime().availableProcessors());
    }

    /** @param cpus number of CPUs of this process, which are those of peers without a placement */
    static Optional<Obstacle> runAway(Cell cell, String sharePerPeriod, int cpus) {
        boolean spins = spins(cell);
        if (spins && cell.placement().leavesOneCpu(cpus)) {
            return Obstacle.unsupported(
                    "a thread that spins in a class for realtime never leaves its CPU to the other peer; use --placement"
                            + " split-cpu on two CPUs or more, or omit --scheduler");
        }
        int there = cell.placement().cpus().map(own -> own.list().size()).orElse(cpus);
        int spinning = spinners(cell);
        if (spinning > there) {
            return Obstacle.unsupported(
                    "%d threads that spin in a class for realtime do not leave the %d CPUs to each other; use fewer --clients, or"
                                    .formatted(spinning, there)
                            + " omit --scheduler");
        }
        boolean helped = cell.transport().auxiliary().isPresent() // by an ordinary process, on any CPU of this one
                || Dimension.RELAY.of(cell).isPresent();
        if (helped && spins && spinning >= cpus) {
            return Obstacle.unsupported(
                    "%d threads that spin in a class for realtime leave no CPU of %d to the auxiliary process or relay; omit"
                                    .formatted(spinning, cpus)
                            + " --scheduler, or use a machine with more CPUs");
        }
        return spins && sharePerPeriod.equals(EVERYTHING)
                ? Optional.of(new Obstacle(
                        CellStatus.UNAVAILABLE,
                        "a thread that spins in a class for realtime could keep its CPU for ever; sysctl -w"
                                + " kernel.sched_rt_runtime_us=950000"))
                : Optional.empty();
    }

    /**
     * Why the kernel would kill a peer that does nothing wrong: its thread spins from the warm-up to the end, and never waits.
     *
     * @param longest for how long a thread in a class for realtime may compute without waiting
     */
    static Optional<Obstacle> outlasting(Cell cell, Duration longest, long warmUpNanos) {
        long nanos = warmUpNanos + cell.workload().extent().expectedNanos(LEAST_MESSAGE_NANOS);
        return cell.settings().get(Dimension.SCHEDULER).isRealtime() && spins(cell) && nanos >= longest.toNanos()
                ? Obstacle.unsupported(
                        "a thread that spins in a class for realtime for longer than --timeout, %d s, is killed by the kernel"
                                        .formatted(longest.toSeconds())
                                + " (RLIMIT_RTTIME); use a longer --timeout, or measure for less time")
                : Optional.empty();
    }

    /** Number of threads that never wait. */
    private static int spinners(Cell cell) {
        Clients clients = cell.clients();
        if (!spins(cell)) {
            return 0;
        }
        return clients.number() + (clients.serving().isMultiplexed() ? 1 : clients.number());
    }

    private static boolean spins(Cell cell) {
        return cell.transport().traits().waitStrategy() == WaitStrategy.SPINNING
                || cell.spin().isAsked();
    }

    /** What the kernel answers; a control group may refuse it, too. */
    private static Optional<Obstacle> refusal(Scheduler scheduler) {
        try {
            new PlacingCommands.InstalledCommands().attempt(scheduler);
            return Optional.empty();
        } catch (IOException e) {
            return Optional.of(refusal(scheduler, String.valueOf(e.getMessage())));
        }
    }

    /** Every process may move its threads to an ordinary class, so only the command can be missing or stopped. */
    static Obstacle refusal(Scheduler scheduler, String answer) {
        return new Obstacle(
                CellStatus.UNAVAILABLE,
                scheduler.isRealtime()
                        ? "%s; it takes CAP_SYS_NICE or ulimit -r %d, and a control group with a share for realtime"
                                .formatted(answer, scheduler.priority())
                        : "%s; it takes the command chrt (util-linux), or omit --scheduler %s"
                                .formatted(answer, scheduler.label()));
    }
}
