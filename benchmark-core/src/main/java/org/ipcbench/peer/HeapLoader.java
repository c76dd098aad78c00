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

    private static final long STEP_NANOS = 1_000_000;
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
        double declared = load.bytesPerSecond() / NANOS_PER_SECOND * (clock.nanos() - beginNanos) / KIB;
        return load.bytesPerSecond() == 0 ? null : (objects.get() - beginObjects) / declared;
    }

    /** A thread that was held up does not catch up with more than a step. */
    @Override
    public void run() {
        double owed = 0;
        long last = clock.nanos();
        while (true) {
            LockSupport.parkNanos(STEP_NANOS);
            long now = clock.nanos();
            owed += load.bytesPerSecond() / NANOS_PER_SECOND * Math.min(now - last, 10 * STEP_NANOS) / KIB;
            last = now;
            long due = (long) owed;
            owed -= due;
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
