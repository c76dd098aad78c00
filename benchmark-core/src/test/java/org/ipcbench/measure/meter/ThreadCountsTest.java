package org.ipcbench.measure.meter;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.LongStream;
import org.ipcbench.measure.meter.CostMeter.ThreadCounts;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

final class ThreadCountsTest {
    /** About one in a hundred meets a thread that is just ending. */
    private static final int READINGS = 300;

    @Test
    @EnabledOnOs(OS.LINUX)
    void threadsMayEndWhileItReads() throws InterruptedException {
        AtomicBoolean enough = new AtomicBoolean();
        Thread spawner = new Thread(() -> {
            while (!enough.get()) {
                new Thread(() -> {}).start();
            }
        });
        spawner.start();
        try {
            assertThat(LongStream.generate(ThreadCountsTest::cpuNanosSoFar).limit(READINGS))
                    .allMatch(nanos -> nanos > 0);
        } finally {
            enough.set(true);
            spawner.join();
        }
    }

    private static long cpuNanosSoFar() {
        return ThreadCounts.grown(Map.of(), ThreadCounts.all(Path.of("/proc/self/task")), ThreadCounts::cpuNanos);
    }

    @Test
    void aThreadThatHasEndedTakesNothingAwayFromTheOthers() {
        Map<String, ThreadCounts> before = Map.of("1", cpu(100), "2", cpu(900));

        assertThat(ThreadCounts.grown(before, Map.of("1", cpu(150), "3", cpu(7)), ThreadCounts::cpuNanos))
                .isEqualTo(50 + 7);
    }

    private static ThreadCounts cpu(long nanos) {
        return new ThreadCounts(nanos, 0, 0, 0);
    }
}
