package org.ipcbench.measure.meter;

import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.List;
import org.ipcbench.measure.clock.CompilationClock;
import org.ipcbench.measure.result.Cost.JvmWork;

/** The JVM's beans that report its own work. */
record JvmBeans(List<GarbageCollectorMXBean> collectors, CompilationClock compiler) {

    JvmBeans {
        collectors = List.copyOf(collectors);
    }

    static JvmBeans system() {
        return new JvmBeans(ManagementFactory.getGarbageCollectorMXBeans(), CompilerThreads.system());
    }

    /** The work so far. */
    JvmWork soFar() {
        long collections = 0;
        long collectionMillis = 0;
        for (GarbageCollectorMXBean collector : collectors) {
            collections += Math.max(0, collector.getCollectionCount()); // -1 if it is undefined
            collectionMillis += Math.max(0, collector.getCollectionTime());
        }
        return new JvmWork(collections, Duration.ofMillis(collectionMillis).toNanos(), compiler.nanos());
    }
}
