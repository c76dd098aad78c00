package org.ipcbench.doctor;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.locks.LockSupport;
import java.util.function.IntToLongFunction;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.ipcbench.environment.Environment.WakeUp;
import org.ipcbench.kernel.KernelFile;
import org.ipcbench.measure.clock.NanoClock;
import org.ipcbench.placement.CpuSet;
import org.ipcbench.placement.Placement;
import org.ipcbench.placement.PlacingCommands;
import org.ipcbench.placement.Topology;
import org.jspecify.annotations.Nullable;

/**
 * Measures how long a sleeping thread takes to run after a thread on another CPU has woken it: two threads wake each other in turns, as peers
 * do that wait for answers. The time runs from just before the wake-up until the woken thread reads the clock.
 *
 * <p>The median belongs to an idle CPU only if the CPUs idled while their threads slept, which is checked: where others run there, the woken
 * thread displaces them, and no CPU wakes up.
 */
public final class WakeUpMeter {
    /** Turns that do not count, unless their time is over: the compiler takes each method after 200 calls. */
    private static final int WARM_TURNS = 500;

    private static final long MAX_WARM_NANOS = 80_000_000;

    /**
     * Turns that count, two wake-ups each, unless their time is over: enough for that time where an idle CPU polls and a turn takes some
     * microseconds, because the kernel counts idle time in steps of 10 ms.
     */
    private static final int TURNS = 50_000;

    private static final long MAX_NANOS = 200_000_000;

    /** Fewest wake-ups for a figure; with fewer, other threads ran most of the time. */
    private static final int MIN_SAMPLES = 200;

    private static final Duration DEADLINE = Duration.ofSeconds(5);

    private static final Path THREAD = Path.of("/proc/thread-self");

    /** Indexes in a CPU's line of {@code /proc/stat}: idle, and idle while a disk works. */
    private static final int[] IDLE = {3, 4};

    private final PlacingCommands commands;
    private final NanoClock clock;
    private final IntToLongFunction idleNanos;

    /** @param idleNanos time for which a CPU has idled so far, by the CPU's number */
    WakeUpMeter(PlacingCommands commands, NanoClock clock, IntToLongFunction idleNanos) {
        this.commands = commands;
        this.clock = clock;
        this.idleNanos = idleNanos;
    }

    /**
     * The wake-up between the peers of a placement; empty if they share a CPU, if the kernel chooses their CPUs, if threads cannot be bound,
     * or if others ran on these CPUs.
     */
    public static Optional<WakeUp> of(Placement placement) {
        Optional<List<Integer>> cpus = placement.twoCpus();
        if (cpus.isEmpty()) {
            return Optional.empty();
        }
        try {
            return new WakeUpMeter(
                            Topology.around(placement).commands(), NanoClock.system(), WakeUpMeter::systemIdleNanos)
                    .between(cpus.get().get(0), cpus.get().get(1));
        } catch (IOException e) {
            return Optional.empty();
        }
    }

    /** The wake-up between two CPUs. */
    Optional<WakeUp> between(int cpu, int other) {
        Turns turns = new Turns(clock, List.of(new Side(), new Side()));
        CompletableFuture<Optional<Slept>> first = aside(() -> slept(turns, 0, cpu));
        CompletableFuture<Optional<Slept>> second = aside(() -> slept(turns, 1, other));
        try {
            Optional<Slept> one = first.get(DEADLINE.toNanos(), TimeUnit.NANOSECONDS);
            Optional<Slept> two = second.get(DEADLINE.toNanos(), TimeUnit.NANOSECONDS);
            return one.flatMap(a -> two.flatMap(b -> wakeUp(a, b, cpu, other)));
        } catch (TimeoutException | ExecutionException e) {
            return Optional.empty(); // what the machine refuses is no reason to measure nothing else
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return Optional.empty();
        } finally {
            turns.end();
        }
    }

    private static Optional<WakeUp> wakeUp(Slept one, Slept two, int cpu, int other) {
        List<Long> samples = Stream.concat(one.samples.stream(), two.samples.stream())
                .sorted()
                .toList();
        return samples.size() >= MIN_SAMPLES && one.idled() && two.idled()
                ? Optional.of(new WakeUp(
                        samples.get(samples.size() / 2), samples.size(), new CpuSet(List.of(cpu, other)).toString()))
                : Optional.empty();
    }

    /** Runs work on a thread of its own, which does not keep this process alive; what the work throws ends the future. */
    static <T> CompletableFuture<T> aside(Supplier<T> work) {
        return CompletableFuture.supplyAsync(work, task -> {
            Thread thread = new Thread(task, "ipcbench-look");
            thread.setDaemon(true);
            thread.start();
        });
    }

    private Optional<Slept> slept(Turns turns, int side, int cpu) {
        try {
            commands.move(
                    Long.parseLong(Files.readSymbolicLink(THREAD).getFileName().toString()), CpuSet.of(cpu));
            turns.warm(side);
            long idleBefore = idleNanos.applyAsLong(cpu);
            long ranBefore = ranNanos();
            long start = clock.nanos();
            List<Long> samples = turns.samples(side);
            long sleptNanos = clock.nanos() - start - (ranNanos() - ranBefore);
            return Optional.of(new Slept(samples, sleptNanos, idleNanos.applyAsLong(cpu) - idleBefore));
        } catch (IOException | NumberFormatException e) {
            return Optional.empty(); // threads cannot be bound here
        } finally {
            turns.end();
        }
    }

    /** CPU time of the calling thread; 0 if the kernel does not tell. */
    private static long ranNanos() {
        return new KernelFile(THREAD.resolve("schedstat"))
                .text()
                .map(text -> Long.parseLong(text.substring(0, text.indexOf(' '))))
                .orElse(0L);
    }

    private static long systemIdleNanos(int cpu) {
        String[] ticks = new KernelFile(Path.of("/proc/stat"))
                .lines().stream()
                        .filter(line -> line.startsWith("cpu%d ".formatted(cpu)))
                        .map(line -> line.substring(line.indexOf(' ') + 1).split(" ", -1))
                        .findFirst()
                        .orElse(new String[0]);
        return Arrays.stream(IDLE)
                .filter(state -> state < ticks.length)
                .mapToLong(state -> KernelFile.TICK_NANOS * Long.parseLong(ticks[state]))
                .sum();
    }

    /**
     * What one thread has seen.
     *
     * @param samples each wake-up, in nanoseconds
     * @param sleptNanos time for which the thread did not run
     * @param idleNanos time for which its CPU ran nothing
     */
    private record Slept(List<Long> samples, long sleptNanos, long idleNanos) {
        /** Whether the CPU idled for most of the thread's sleep, so that the median is that of an idle CPU. */
        boolean idled() {
            return 2 * idleNanos > sleptNanos;
        }
    }

    /** One of the two threads, as the other one sees it. */
    private static final class Side {
        private final CountDownLatch ready = new CountDownLatch(1);
        private volatile @Nullable Thread sleeper;
        /** When this side was woken; 0 if it was not. */
        private volatile long wokenNanos;
    }

    /** Two threads that wake each other. The first one says when they begin to count, and when they end. */
    private static final class Turns {
        private final NanoClock clock;
        private final List<Side> sides;
        private volatile boolean counting;
        private volatile boolean ended;

        Turns(NanoClock clock, List<Side> sides) {
            this.clock = clock;
            this.sides = sides;
        }

        /** Takes part until the wake-ups begin to count. */
        void warm(int side) throws IOException {
            meet(side);
            long end = clock.nanos() + MAX_WARM_NANOS;
            if (side == 0) {
                for (int turn = 0; turn < WARM_TURNS && !ended && clock.nanos() - end < 0; turn++) {
                    wake(1);
                    var unused = sleep(0);
                }
                counting = true;
                return;
            }
            while (!ended) {
                var unused = sleep(1);
                if (counting) {
                    return;
                }
                wake(0);
            }
        }

        /** Returns how long each wake-up of the caller took. */
        List<Long> samples(int side) {
            long[] samples = new long[TURNS];
            int taken = 0;
            long end = clock.nanos() + MAX_NANOS;
            boolean first = side == 0;
            if (!first) {
                wake(0); // the turn in which the other side began to count
            }
            for (int turn = 0; turn < TURNS && !ended && clock.nanos() - end < 0; turn++) {
                if (first) {
                    wake(1);
                }
                long nanos = sleep(side);
                if (nanos > 0) {
                    samples[taken++] = nanos;
                }
                if (!first) {
                    wake(0);
                }
            }
            return Arrays.stream(samples, 0, taken).boxed().toList();
        }

        private void meet(int side) throws IOException {
            sides.get(side).sleeper = Thread.currentThread();
            sides.get(side).ready.countDown();
            try {
                if (!sides.get(1 - side).ready.await(DEADLINE.toNanos(), TimeUnit.NANOSECONDS)) {
                    throw new IOException("the other thread did not come");
                }
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new IOException(e);
            }
        }

        private void wake(int side) {
            Side other = sides.get(side);
            other.wokenNanos = clock.nanos();
            LockSupport.unpark(other.sleeper);
        }

        /** Sleeps until the other side wakes this one. Returns how long that took; 0 if this side did not sleep. */
        private long sleep(int side) {
            Side own = sides.get(side);
            boolean slept = false;
            while (own.wokenNanos == 0 && !ended) {
                LockSupport.park(this);
                slept = true;
            }
            long nanos = clock.nanos() - own.wokenNanos;
            own.wokenNanos = 0;
            return slept && !ended ? nanos : 0;
        }

        /** Lets a side go that waits for the other. */
        void end() {
            ended = true;
            sides.forEach(side -> {
                side.ready.countDown();
                LockSupport.unpark(side.sleeper);
            });
        }
    }
}
