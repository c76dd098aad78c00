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

/** Notes the garbage collections of this JVM that stop its threads. The JVM tells their times in milliseconds by a clock of its own. */
public final class CollectionLog {
    private static final long NANOS_PER_MILLI = 1_000_000;

    /** What collectors that work beside the threads call their whole work, of which the pauses are told apart. */
    private static final String BESIDE_THREADS = "Cycles";

    private final NanoClock clock;
    private final List<GcInfo> collections = new ArrayList<>();
    /** From the JVM's clock to the machine's: each collection is told soon after its end, and at least one of them at once. */
    private long offsetNanos = Long.MAX_VALUE;

    private CollectionLog(NanoClock clock) {
        this.clock = clock;
    }

    /** Begins to note. A collection that is asked for tells how the JVM's clock differs from the machine's, unless the JVM ignores it. */
    public static CollectionLog begin(NanoClock clock) {
        List<GarbageCollectorMXBean> collectors =
                ManagementFactory.getPlatformMXBeans(GarbageCollectorMXBean.class).stream()
                        .filter(each -> !each.getName().endsWith(BESIDE_THREADS))
                        .toList();
        CollectionLog log = new CollectionLog(clock);
        for (GarbageCollectorMXBean collector : collectors) {
            ((NotificationEmitter) collector)
                    .addNotificationListener(
                            (notification, unused) -> log.add(
                                    GarbageCollectionNotificationInfo.from((CompositeData) notification.getUserData())
                                            .getGcInfo()),
                            notification -> notification
                                    .getType()
                                    .equals(GarbageCollectionNotificationInfo.GARBAGE_COLLECTION_NOTIFICATION),
                            null);
        }
        System.gc();
        return log;
    }

    private synchronized void add(GcInfo told) {
        offsetNanos = Math.min(offsetNanos, clock.nanos() - NANOS_PER_MILLI * told.getEndTime());
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
    private Collection onMachinesClock(GcInfo told) {
        return new Collection(
                offsetNanos + NANOS_PER_MILLI * (told.getStartTime() - 2),
                offsetNanos + NANOS_PER_MILLI * (told.getEndTime() + 1));
    }
}
