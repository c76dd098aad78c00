package org.ipcbench.measure.clock;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

final class NanoClockTest {

    @Test
    void systemClockIsTheJvmsMonotonicClock() {
        long before = System.nanoTime();
        long now = NanoClock.system().nanos();
        long after = System.nanoTime();

        assertThat(now).isBetween(before, after);
    }
}
