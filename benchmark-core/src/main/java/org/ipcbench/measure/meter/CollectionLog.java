package org.ipcbench.measure.meter;

import com.sun.management.GarbageCollectionNotificationInfo;
import com.sun.management.GarbageCollectorMXBean;
import com.sun.management.GcInfo;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.List;
import javax.management.NotificationEmitter;
import javax.management.openmbean.CompositeData;
import org.ipcbench.measure.clock.NanoClock;
import org.ipcbench.measure.result.PeerMeasurement.Collection;

/** Notes the garbage collections of this JVM. The JVM tells their times in milliseconds by a clock of its own. */
public final class CollectionLog {
    private static final long NANOS_PER_MILLI = 1_000_000;

    /** What ZGC and Shenandoah call all of their work, most of it beside the threads. One that finds no memory waits for the end of it. */
    private static final String BESIDE_THREADS = "Cycles";

    /** What they call the times in which threads stand still. */
    private static final String PAUSES_OF_THESE = "Pauses";

    private final NanoClock clock;
    private final List<Told> collections = new ArrayList<>();
    /** From the JVM's clock to the machine's: each collection is told soon after its end, and at least one of them at once. */
    private long offsetNanos = Long.MAX_VALUE;

    /** What the JVM has told of a collection. */
    private record Told(GcInfo info, boolean besideThreads) {}

    private CollectionLog(NanoClock clock) {
        this.clock = clock;
    }

    /** Begins to note. A collection that is asked for tells how the JVM's clock differs from the machine's, unless the JVM ignores it. */
    public static CollectionLog begin(NanoClock clock) {
        CollectionLog log = new CollectionLog(clock);
        for (GarbageCollectorMXBean collector : ManagementFactory.getPlatformMXBeans(GarbageCollectorMXBean.class)) {
            boolean besideThreads = !stops(collector.getName());
            ((NotificationEmitter) collector)
                    .addNotificationListener(
                            (notification, unused) -> log.add(new Told(
                                    GarbageCollectionNotificationInfo.from((CompositeData) notification.getUserData())
                                            .getGcInfo(),
                                    besideThreads)),
                            notification -> notification
                                    .getType()
                                    .equals(GarbageCollectionNotificationInfo.GARBAGE_COLLECTION_NOTIFICATION),
                            null);
        }
        System.gc();
        return log;
    }

    /** Whether the time that a collector tells is one in which threads stand still. */
    static boolean stops(String collector) {
        return !collector.endsWith(BESIDE_THREADS);
    }

    /** Whether what a collector counts are collections, not pauses of collections that another one counts. */
    static boolean countsCollections(String collector) {
        return !collector.endsWith(PAUSES_OF_THESE);
    }

    private synchronized void add(Told told) {
        offsetNanos = Math.min(
                offsetNanos, clock.nanos() - NANOS_PER_MILLI * told.info().getEndTime());
        collections.add(told);
    }

    /** The collections so far that met this time, by the machine's monotonic clock, in nanoseconds. */
    public synchronized List<Collection> between(long startNanos, long endNanos) {
        return collections.stream()
                .map(this::onMachinesClock)
                .filter(each -> each.endNanos() >= startNanos && each.startNanos() <= endNanos)
                .toList();
    }

    /** The JVM cuts its times to milliseconds, and tells of a collection some time after it. */
    private Collection onMachinesClock(Told told) {
        return new Collection(
                offsetNanos + NANOS_PER_MILLI * (told.info().getStartTime() - 2),
                offsetNanos + NANOS_PER_MILLI * (told.info().getEndTime() + 1),
                told.besideThreads());
    }
}
