package org.ipcbench.transports.sysv;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.nio.ByteBuffer;
import java.util.concurrent.TimeUnit;
import org.ipcbench.transport.Availability;
import org.ipcbench.transport.resource.AlignedMemory;
import org.ipcbench.transports.libc.CLibrary;
import org.ipcbench.transports.sysv.GuardedRing.SharedCondition;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

class SharedConditionTest {
    private static final long WAIT_MILLIS = 50;

    /** Its clock, and the one that the deadline is taken from, have to be the same. */
    @Test
    @Timeout(value = 120, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
    void waitsAsLongAsAskedFor() throws Exception {
        assumeThat(CLibrary.availability()).isInstanceOf(Availability.Available.class);
        ByteBuffer memory = AlignedMemory.allocate(2 * SharedMutex.BYTES);
        SharedMutex mutex = new SharedMutex(CLibrary.addressOf(memory));
        SharedCondition condition = new SharedCondition(mutex.address() + SharedMutex.BYTES);
        mutex.initialise();
        condition.initialise();

        mutex.lock();
        long start = System.nanoTime();
        assertThat(condition.await(mutex, WAIT_MILLIS)).isFalse();
        assertThat(System.nanoTime() - start).isGreaterThanOrEqualTo(TimeUnit.MILLISECONDS.toNanos(WAIT_MILLIS));
        mutex.unlock();

        memory.clear(); // still reachable here
    }
}
