package org.ipcbench.transports.mapped;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;
import static org.awaitility.Awaitility.await;

import com.sun.management.ThreadMXBean;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import org.ipcbench.transport.Availability;
import org.ipcbench.transport.resource.AlignedMemory;
import org.ipcbench.transports.libc.CLibrary;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(value = 120, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class FutexSleepingTest {
    private static final int CALLS = 20_000;
    private static final Duration COMPILED = Duration.ofSeconds(20);

    private final ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();

    @BeforeEach
    void skipWhereThereIsNoFutex() {
        assumeThat(CLibrary.availability()).isInstanceOf(Availability.Available.class);
    }

    /** In a stream this happens all the time: the kernel then answers with an error. */
    @Test
    void wakeUpBeforeSleepingAllocatesNothing() throws IOException {
        Sleeping sleeping = new FutexSleeping();
        Cursor neverAnnounced = new Cursor(AlignedMemory.allocate(Cursor.BYTES));

        await().pollInSameThread()
                .atMost(COMPILED) // until then the JDK allocates for a native call
                .untilAsserted(() -> assertThat(allocatedBySleeping(sleeping, neverAnnounced))
                        .as("bytes of %d calls", CALLS)
                        .isLessThan(CALLS));
    }

    private long allocatedBySleeping(Sleeping sleeping, Cursor cursor) throws IOException {
        long before = threads.getCurrentThreadAllocatedBytes();
        sleepAgainAndAgain(sleeping, cursor);
        return threads.getCurrentThreadAllocatedBytes() - before;
    }

    private static void sleepAgainAndAgain(Sleeping sleeping, Cursor cursor) throws IOException {
        for (int i = 0; i < CALLS; i++) {
            sleeping.sleepUnlessCalled(cursor);
        }
    }
}
