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

    private final List<Collection> collections = new ArrayList<>();
    /** From the JVM's clock to the machine's. */
    private final long offsetNanos;

    private CollectionLog(long offsetNanos) {
        this.offsetNanos = offsetNanos;
    }

    /** Begins to note. A collection that is asked for tells how the JVM's clock differs from the machine's. */
    public static CollectionLog begin(NanoClock clock) {
        List<GarbageCollectorMXBean> collectors =
                ManagementFactory.getPlatformMXBeans(GarbageCollectorMXBean.class).stream()
                        .filter(each -> !each.getName().endsWith(BESIDE_THREADS))
                        .toList();
        long[] counts = collectors.stream()
                .mapToLong(GarbageCollectorMXBean::getCollectionCount)
                .toArray();
        long before = clock.nanos();
        System.gc();
        long offset = 0;
        for (int i = 0; i < counts.length; i++) {
            GcInfo last = collectors.get(i).getLastGcInfo();
            if (last != null && collectors.get(i).getCollectionCount() > counts[i]) {
                offset = before - NANOS_PER_MILLI * last.getStartTime();
            }
        }
        CollectionLog log = new CollectionLog(offset);
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
        return log;
    }

    /** Both times are cut to milliseconds, and so was the one that tells the clocks' difference. */
    private synchronized void add(GcInfo told) {
        collections.add(new Collection(
                offsetNanos + NANOS_PER_MILLI * (told.getStartTime() - 1),
                offsetNanos + NANOS_PER_MILLI * (told.getEndTime() + 2)));
    }

    /** The collections so far that met this time, by the machine's monotonic clock, in nanoseconds. */
    public synchronized List<Collection> between(long startNanos, long endNanos) {
        return collections.stream()
                .filter(each -> each.endNanos() >= startNanos && each.startNanos() <= endNanos)
                .toList();
    }
}
