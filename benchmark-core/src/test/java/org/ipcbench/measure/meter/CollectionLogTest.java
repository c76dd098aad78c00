package org.ipcbench.measure.meter;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.time.Duration;
import java.util.List;
import org.ipcbench.measure.clock.NanoClock;
import org.ipcbench.measure.result.PeerMeasurement.Collection;
import org.junit.jupiter.api.Test;

final class CollectionLogTest {
    private static final Duration PROMPTLY = Duration.ofSeconds(10);

    /** Two milliseconds before its beginning at most, and soon after its end. */
    @Test
    void collectionsAreOnTheMachinesClock() throws InterruptedException {
        NanoClock clock = NanoClock.system();
        CollectionLog log = CollectionLog.begin(clock);
        Thread.sleep(100);
        long before = clock.nanos();
        System.gc();
        long after = clock.nanos();

        List<Collection> met = log.between(before, after);
        while (met.isEmpty() && clock.nanos() < before + PROMPTLY.toNanos()) {
            Thread.sleep(10);
            met = log.between(before, after);
        }
        assumeTrue(!met.isEmpty(), "this JVM ignores System.gc()");
        assertThat(met).allSatisfy(collection -> {
            assertThat(collection.startNanos()).isLessThan(after);
            assertThat(collection.endNanos()).isGreaterThan(before);
        });
        assertThat(log.between(before - 90_000_000, before - 20_000_000))
                .as("while the thread slept")
                .isEmpty();
    }
}
