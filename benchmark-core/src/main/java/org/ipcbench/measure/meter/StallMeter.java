package org.ipcbench.measure.meter;

import java.util.concurrent.locks.LockSupport;
import org.HdrHistogram.Histogram;
import org.ipcbench.measure.clock.CompilationClock;
import org.ipcbench.measure.clock.NanoClock;
import org.ipcbench.measure.result.Count;
import org.ipcbench.measure.result.Stalls;
import org.jspecify.annotations.Nullable;

/** Finds the machine's stalls: the calling thread does nothing but look at the clock, or sleep between looks, see {@link StallLog}. */
public final class StallMeter {
    /** Long enough for the compiler to be done with the meter's loop, whose compilation would look like a stall. */
    private static final long WARM_NANOS = 20_000_000;

    /** How long a nap has to last, in nanoseconds; the kernel ends it some 60 µs later. */
    private static final long NAP_NANOS = 100_000;

    /** A nap that ends less late is no stall: a CPU takes longer to wake up the deeper it sleeps. */
    private static final long MIN_OVERSLEPT_NANOS = 250_000;

    /** What the thread does between two looks: what a peer would do while it waits. */
    public enum Wait {
        /** It keeps the CPU, as a peer that spins. Threads of the kernel rather work on CPUs that are idle. */
        AWAKE,
        /** It sleeps, as a peer that the kernel has to wake up, and may find its CPU taken. */
        NAPPING
    }

    private final NanoClock clock;
    private final MeasuringThread thread;
    private final @Nullable CompilationClock compilers;

    /**
     * @param thread the thread that will look
     * @param compilers the compilers of this JVM, whose work is not the machine's; null if no other thread's is, because the other peer may
     *     have the same CPU
     */
    public StallMeter(NanoClock clock, MeasuringThread thread, @Nullable CompilationClock compilers) {
        this.clock = clock;
        this.thread = thread;
        this.compilers = compilers;
    }

    /** Runs the meter for nothing, so that it is compiled before it counts. */
    public void warm() {
        for (Wait wait : Wait.values()) {
            var unused = observe(WARM_NANOS / Wait.values().length, wait);
        }
    }

    /** Looks for this long, in nanoseconds. */
    public Stalls observe(long nanos, Wait wait) {
        return wait == Wait.NAPPING ? observeNapping(nanos) : observeAwake(nanos);
    }

    private Stalls observeAwake(long nanos) {
        StallLog log = log();
        log.begin();
        long start = clock.nanos();
        long end = start + nanos;
        long last = start;
        while (last - end < 0) {
            long now = clock.nanos();
            long gapNanos = now - last;
            if (gapNanos >= StallLog.MIN_STALL_NANOS) {
                log.note(gapNanos);
                now = clock.nanos(); // noting the gap is no stall
            }
            last = now;
        }
        log.add(last - start);
        return log.stalls();
    }

    private StallLog log() {
        return compilers == null ? new StallLog(thread) : new StallLog(thread, compilers);
    }

    private Stalls observeNapping(long nanos) {
        StallLog log = log();
        log.begin();
        long start = clock.nanos();
        long end = start + nanos;
        long last = start;
        long least = Long.MAX_VALUE;
        while (last - end < 0) {
            log.askKernel(); // or the waits of many naps would look like one
            LockSupport.parkNanos(NAP_NANOS);
            long now = clock.nanos();
            long sleptNanos = now - last;
            if (sleptNanos >= NAP_NANOS) { // else it was woken up
                least = Math.min(least, sleptNanos);
                if (sleptNanos - least >= MIN_OVERSLEPT_NANOS) {
                    log.note(sleptNanos - least);
                    now = clock.nanos();
                }
            }
            last = now;
        }
        log.add(last - start);
        return log.stalls();
    }

    /**
     * Notes the machine's stalls that a thread sees while it does nothing but look at the clock: a gap between two looks is a stall,
     * unless the kernel says that another thread had the CPU. A log that knows this JVM's compilers leaves out their work alone, because what
     * else has the CPU then is the machine's: threads of the kernel work for milliseconds that nobody can interrupt. Where the kernel does not
     * tell who had the CPU, no stall is known. Allocates nothing once it is made.
     */
    public static final class StallLog {
        /**
         * Shorter gaps are no stalls. A look takes 20 to 50 ns, and up to 4 µs with the slowest clocks; most of the kernel's timer
         * interrupts are shorter, too.
         */
        public static final long MIN_STALL_NANOS = 10_000;

        /** A longer gap is a pause of the process or of the whole machine, as the launcher finds them. */
        private static final long MIN_PAUSE_NANOS = 1_000_000_000;

        private final MeasuringThread thread;
        private final @Nullable CompilationClock compilers;
        private final Histogram lengths = new Histogram(MIN_PAUSE_NANOS, Stalls.SIGNIFICANT_DIGITS);
        private long observedNanos;
        private long queuedNanos;
        private long compilationNanos;
        private long readings;

        /**
         * A log that leaves out the work of every other thread.
         *
         * @param thread the thread that will look
         */
        public StallLog(MeasuringThread thread) {
            this(thread, null);
        }

        /**
         * A log that leaves out the work of these compilers alone.
         *
         * @param thread the thread that will look while this process does nothing else
         */
        StallLog(MeasuringThread thread, @Nullable CompilationClock compilers) {
            this.thread = thread;
            this.compilers = compilers;
        }

        /** Forgets everything, and asks the kernel. */
        public void begin() {
            lengths.reset();
            observedNanos = 0;
            readings = 0;
            askKernel();
        }

        /**
         * Asks the kernel for how long another thread has had the CPU, which takes 3 to 4 µs. A thread that also waits for other things
         * than the time has to ask now and then, because only what has changed since the last time tells stalls from waits for a CPU.
         */
        public void askKernel() {
            queuedNanos = thread.queuedNanos();
            readings += queuedNanos == Count.UNKNOWN ? 0 : 1;
            compilationNanos = compilers == null ? 0 : compilers.nanos();
        }

        /**
         * Called for each gap between two looks of {@link #MIN_STALL_NANOS} or more; asks the kernel. A pause of the whole process is
         * not the machine's, nor is the work of threads that the log leaves out.
         */
        public void note(long gapNanos) {
            long queuedBefore = queuedNanos;
            long compilationBefore = compilationNanos;
            askKernel();
            boolean isQueued = 2 * (queuedNanos - queuedBefore) >= gapNanos;
            boolean isOwn = compilers == null || 2 * (compilationNanos - compilationBefore) >= gapNanos;
            if (gapNanos < MIN_PAUSE_NANOS && !(isQueued && isOwn)) {
                lengths.recordValue(gapNanos);
            } else {
                observedNanos -= gapNanos;
            }
        }

        /** Adds time for which the thread has looked, its gaps included, in nanoseconds. */
        public void add(long nanos) {
            observedNanos += nanos;
        }

        /** Number of system calls that the log made and the kernel counts. */
        public long readings() {
            return readings;
        }

        /** The stalls so far; unknown if the kernel does not tell for how long another thread had the CPU. */
        public Stalls stalls() {
            return observedNanos > 0 && queuedNanos != Count.UNKNOWN
                    ? new Stalls(observedNanos, lengths.copy())
                    : Stalls.UNKNOWN;
        }
    }
}
