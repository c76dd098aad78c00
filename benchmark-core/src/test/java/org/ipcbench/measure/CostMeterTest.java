package org.ipcbench.measure;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Set;
import java.util.concurrent.Exchanger;
import org.junit.jupiter.api.Test;

final class CostMeterTest {
    private static final int ARRAY_BYTES = 1 << 20;

    /** Headers, and what the reading itself allocates. */
    private static final int SPARE_BYTES = 64 << 10;

    private final long[] cpuNanos = {100, 175};
    private int readings;

    @Test
    void cpuTimeCountsSinceArmedAndAllocationSinceTheStart() {
        CostMeter meter = meter(Set.of());
        meter.arm();
        byte[] forTheLauncher = new byte[ARRAY_BYTES];
        meter.begin();
        byte[] forTheMessages = new byte[2 * ARRAY_BYTES];
        Cost cost = meter.end();

        assertThat(forTheLauncher).hasSizeLessThan(forTheMessages.length);
        assertThat(cost.cpuNanos()).isEqualTo(75);
        assertThat(cost.allocatedBytes()).isBetween(2L * ARRAY_BYTES, 2L * ARRAY_BYTES + SPARE_BYTES);
    }

    @Test
    void otherThreadsCountUnlessExcluded() throws InterruptedException {
        Exchanger<byte[]> exchanger = new Exchanger<>();
        Thread other = new Thread(() -> {
            try {
                exchanger.exchange(new byte[0]);
                exchanger.exchange(new byte[ARRAY_BYTES]);
                exchanger.exchange(new byte[0]); // alive until it has been counted
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
        });
        other.start();
        CostMeter counting = meter(Set.of());
        CostMeter leavingOut = meter(Set.of(other.getId()));
        counting.begin();
        leavingOut.begin();
        exchanger.exchange(new byte[0]);
        byte[] allocated = exchanger.exchange(new byte[0]);
        Cost withOther = counting.end();
        Cost withoutOther = leavingOut.end();
        exchanger.exchange(new byte[0]);
        other.join();

        assertThat(allocated).hasSize(ARRAY_BYTES);
        assertThat(withOther.allocatedBytes()).isBetween((long) ARRAY_BYTES, (long) ARRAY_BYTES + SPARE_BYTES);
        assertThat(withoutOther.allocatedBytes()).isBetween(0L, (long) SPARE_BYTES);
    }

    private CostMeter meter(Set<Long> leftOut) {
        return new CostMeter(() -> cpuNanos[Math.min(readings++, 1)], new AllocationMeter(leftOut));
    }
}
