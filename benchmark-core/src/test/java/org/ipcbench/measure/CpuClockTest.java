package org.ipcbench.measure;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.OperatingSystemMXBean;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

final class CpuClockTest {
    private static final long BURNT_NANOS = Duration.ofMillis(100).toNanos();

    /** The process bean steps by 10 ms, at both ends. */
    private static final long EPSILON_NANOS = Duration.ofMillis(20).toNanos();

    /** About one in a hundred used to meet a thread that was just ending. */
    private static final int READINGS = 1_000;

    private final ThreadMXBean threads = ManagementFactory.getThreadMXBean();
    private final OperatingSystemMXBean process = ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class);

    @Test
    void clockAdvancesByTheCpuTimeUsed() {
        CpuClock clock = CpuClock.system();
        long outerStart = process.getProcessCpuTime();
        long before = clock.nanos();
        long innerStart = process.getProcessCpuTime();
        burn();
        long inner = process.getProcessCpuTime() - innerStart;
        long grown = clock.nanos() - before;
        long outer = process.getProcessCpuTime() - outerStart;

        assertThat(grown)
                .isBetween(inner - EPSILON_NANOS, outer + EPSILON_NANOS)
                .isGreaterThan(BURNT_NANOS - EPSILON_NANOS);
    }

    private void burn() {
        long start = threads.getCurrentThreadCpuTime();
        while (threads.getCurrentThreadCpuTime() - start < BURNT_NANOS) {
            Thread.onSpinWait();
        }
    }

    @Test
    void threadsMayEndDuringAReading() throws InterruptedException {
        AtomicBoolean enough = new AtomicBoolean();
        Thread spawner = new Thread(() -> {
            while (!enough.get()) {
                new Thread(() -> {}).start();
            }
        });
        spawner.start();
        try {
            CpuClock clock = CpuClock.system();
            assertThat(LongStream.generate(clock::nanos).limit(READINGS)).allMatch(nanos -> nanos > 0);
        } finally {
            enough.set(true);
            spawner.join();
        }
    }
}
