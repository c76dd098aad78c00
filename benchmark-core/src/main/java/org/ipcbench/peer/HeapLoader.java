package org.ipcbench.peer;

import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import org.ipcbench.control.HeapLoad;
import org.ipcbench.measure.clock.NanoClock;
import org.ipcbench.measure.meter.CollectionLog;
import org.jspecify.annotations.Nullable;

/** A thread that allocates at a rate, and keeps some data alive, as a server does that has more to do than answer. */
final class HeapLoader implements Runnable {
    /** With its header, an object takes 1 KiB. */
    private static final int OBJECT_BYTES = 1024 - 16;

    private static final int KIB = 1 << 10;

    /** One of this number of objects takes the place of one that was alive; the others are garbage at once. */
    private static final int SURVIVES = 10;

    static final long STEP_NANOS = 1_000_000;
    private static final double NANOS_PER_SECOND = 1e9;

    private final HeapLoad load;
    private final byte[][] alive;
    private final NanoClock clock;
    private final SplittableRandom random = new SplittableRandom(1);
    private final CollectionLog log;
    private final AtomicLong objects = new AtomicLong();
    private long beginObjects;
    private long beginNanos;

    private HeapLoader(HeapLoad load, NanoClock clock, CollectionLog log) {
        this.load = load;
        this.clock = clock;
        this.log = log;
        alive = new byte[(int) Math.max(1, load.liveBytes() / KIB)][];
    }

    /** Fills the heap, and begins to allocate, if that was declared; the JVM's collections are noted in any case. */
    static HeapLoader start(HeapLoad load, NanoClock clock) {
        HeapLoader loader = new HeapLoader(load, clock, CollectionLog.begin(clock));
        if (load.bytesPerSecond() > 0) {
            for (int i = 0; i < loader.alive.length; i++) {
                loader.alive[i] = new byte[OBJECT_BYTES];
            }
            Thread thread = new Thread(loader, "heap-load");
            thread.setDaemon(true);
            thread.start();
        }
        return loader;
    }

    /** The JVM's collections. */
    CollectionLog collections() {
        return log;
    }

    /** From now on, allocations count. */
    void begin() {
        beginObjects = objects.get();
        beginNanos = clock.nanos();
    }

    /** What was allocated of the declared load since the beginning; null if there is none. */
    @Nullable
    Double allocatedShare() {
        return load.bytesPerSecond() == 0
                ? null
                : (objects.get() - beginObjects) / declaredObjects(load, clock.nanos() - beginNanos);
    }

    /** The number of objects that were declared for a time. */
    static double declaredObjects(HeapLoad load, long nanos) {
        return load.bytesPerSecond() / NANOS_PER_SECOND * nanos / KIB;
    }

    /** What is due at each step. A thread that was held up does not catch up with more than ten steps. */
    static final class Allowance {
        private static final long MOST_NANOS = 10 * STEP_NANOS;

        private final HeapLoad load;
        private long last;
        private double owed;

        Allowance(HeapLoad load, long nowNanos) {
            this.load = load;
            last = nowNanos;
        }

        /** The number of objects that are to be allocated now. */
        long due(long nowNanos) {
            owed += declaredObjects(load, Math.min(nowNanos - last, MOST_NANOS));
            last = nowNanos;
            long due = (long) owed;
            owed -= due;
            return due;
        }
    }

    @Override
    public void run() {
        Allowance allowance = new Allowance(load, clock.nanos());
        while (true) {
            LockSupport.parkNanos(STEP_NANOS);
            long due = allowance.due(clock.nanos());
            for (long i = 0; i < due; i++) {
                byte[] next = new byte[OBJECT_BYTES];
                if (random.nextInt(SURVIVES) == 0) {
                    alive[random.nextInt(alive.length)] = next;
                }
            }
            objects.addAndGet(due);
        }
    }
}
