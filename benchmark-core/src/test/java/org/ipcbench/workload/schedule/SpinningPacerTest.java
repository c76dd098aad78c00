package org.ipcbench.workload.schedule;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import org.junit.jupiter.api.Test;

final class SpinningPacerTest {
    private final Deque<Long> times = new ArrayDeque<>();
    private final Pacer pacer = new SpinningPacer(times::removeFirst);

    @Test
    void waitsUntilTheClockShowsTheTime() {
        times.addAll(List.of(1_000L, 1_050L, 1_100L, 1_150L));

        assertThat(pacer.await(1_120)).isEqualTo(1_150);
        assertThat(pacer.cpuNanos()).isEqualTo(150);
    }

    @Test
    void doesNotWaitForWhatIsDue() {
        times.add(1_000L);

        assertThat(pacer.await(900)).isEqualTo(1_000);
        assertThat(pacer.cpuNanos()).isZero();
    }

    /** While another thread has the CPU, waiting costs nothing. */
    @Test
    void timeWithoutTheCpuIsNoCpuTimeOfTheWait() {
        times.addAll(List.of(1_000L, 1_050L, 4_001_050L, 4_001_100L));

        assertThat(pacer.await(4_001_060)).isEqualTo(4_001_100);
        assertThat(pacer.cpuNanos()).isEqualTo(100);
    }
}
