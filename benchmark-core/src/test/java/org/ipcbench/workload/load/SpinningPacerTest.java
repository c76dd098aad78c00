package org.ipcbench.workload.load;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicLong;
import org.ipcbench.measure.clock.NanoClock;
import org.ipcbench.measure.meter.MeasuringThread;
import org.ipcbench.measure.meter.StallMeter.StallLog;
import org.ipcbench.measure.result.Mark;
import org.ipcbench.measure.result.Stalls;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class SpinningPacerTest {
    private static final int MOST_READINGS = 1 << 20;
    private static final long SIMULATED_NANOS = 100_000_000_000L;

    private final Deque<Long> times = new ArrayDeque<>();
    private final Pacer pacer = new Pacer.Spinning(times::removeFirst);

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

    /** Noting the gap takes time, which is no stall, but CPU time. */
    @Test
    void gapInAWaitIsAStallAndCountsAsAWholeEvenIfTheMessageIsLateThen() {
        StallLog log = watched(0, 0);
        times.addAll(List.of(0L, 50L, 3_000_050L, 3_004_050L));

        assertThat(pacer.await(1_000_000)).isEqualTo(3_004_050);
        assertThat(log.stalls().observedNanos()).isEqualTo(3_004_050);
        assertThat((double) log.stalls().longestNanos()).isCloseTo(3e6, within(3e4));
        assertThat(pacer.cpuNanos()).isEqualTo(4_050);
    }

    @Test
    void gapWithAnotherThreadOnTheCpuIsLeftOut() {
        StallLog log = watched(7_000, 3_007_000);
        times.addAll(List.of(0L, 50L, 3_000_050L, 3_004_050L));

        assertThat(pacer.await(1_000_000)).isEqualTo(3_004_050);
        assertThat(log.stalls().lengths().getTotalCount()).isZero();
        assertThat(log.stalls().observedNanos()).isEqualTo(4_050);
    }

    /** The kernel is asked before a wait, if there is time and it has not been asked for a millisecond. */
    @Test
    void waitsOfMessagesForACpuAreNotThoseOfAGap() {
        StallLog log = watched(0, 5_000_000, 5_000_000);
        times.addAll(List.of(999_000L, 1_008_000L));
        assertThat(pacer.await(1_008_000)).isEqualTo(1_008_000);
        times.addAll(List.of(1_100_000L, 1_109_000L));
        assertThat(pacer.await(1_109_000)).isEqualTo(1_109_000);
        assertThat(log.readings()).isOne();

        times.addAll(List.of(2_000_000L, 2_004_000L, 5_004_000L, 5_008_000L));
        assertThat(pacer.await(2_500_000)).isEqualTo(5_008_000);
        assertThat(log.readings()).isEqualTo(3);
        assertThat((double) log.stalls().longestNanos()).isCloseTo(3e6, within(3e4));
        assertThat(log.stalls().observedNanos()).isEqualTo(9_000 + 9_000 + 3_004_000);
    }

    @Test
    void messageThatIsDueIsNotWaitedForAndNothingIsSeen() {
        StallLog log = watched(0);
        times.add(3_000_000L);

        assertThat(pacer.await(2_000_000)).isEqualTo(3_000_000);
        assertThat(log.stalls()).isEqualTo(Stalls.UNKNOWN);
    }

    /**
     * Messages of a given duration, on a thread that loses a tenth of its time in stalls of 1 to 4 ms: those that begin between
     * two waits are not seen, and neither is that time.
     */
    @ParameterizedTest
    @CsvSource({"500000, 0", "500000, 150000", "500000, 400000", "100000, 30000"})
    void stallsInTheWaitsAreAsFrequentAsAllStalls(long gapNanos, long messageNanos) {
        StalledClock clock = new StalledClock(new SplittableRandom(20_230_815));
        StallLog log = new StallLog(queued(new long[MOST_READINGS]));
        Pacer stalled = new Pacer.Spinning(clock);
        stalled.begin(log);
        for (long due = 0; due < SIMULATED_NANOS; due += gapNanos) {
            stalled.await(due);
            clock.pass(messageNanos);
        }

        assertThat(log.stalls().shareBeyond(0)).isCloseTo(0.1, within(0.01));
        assertThat(log.stalls().shareBeyond(1e6)).isCloseTo(0.06, within(0.01));
    }

    @Test
    void rehearsalMeetsStallsAndAsksTheKernelAndCountsForNothing() {
        StallLog log = new StallLog(queued(new long[1_000]));
        StalledClock clock = new StalledClock(new SplittableRandom(7));
        Pacer rehearsed = new Pacer.Spinning(clock);
        rehearsed.begin(log);

        rehearsed.rehearse(clock.nanos());

        assertThat(log.stalls().lengths().getTotalCount()).isGreaterThanOrEqualTo(50);
        assertThat(log.readings()).as("at stalls and before waits").isGreaterThan(100);
        rehearsed.begin(log);
        assertThat(log.stalls()).isEqualTo(Stalls.UNKNOWN);
        assertThat(rehearsed.cpuNanos()).isZero();
    }

    @Test
    void rehearsalWithoutALogOnlyWaits() {
        AtomicLong nanos = new AtomicLong();
        Pacer rehearsed = new Pacer.Spinning(() -> nanos.addAndGet(100));
        rehearsed.begin(null);

        rehearsed.rehearse(0);

        assertThat(rehearsed.cpuNanos()).isPositive();
    }

    /** A log that the pacer keeps from time 0 on, of a thread that has waited for others for this time at each reading. */
    private StallLog watched(long... queuedNanos) {
        StallLog log = new StallLog(queued(queuedNanos));
        times.add(0L);
        pacer.begin(log);
        return log;
    }

    private static MeasuringThread queued(long... nanosAtReadings) {
        return new MeasuringThread() {
            private int readings;

            @Override
            public int cpu() {
                return Mark.UNKNOWN_CPU;
            }

            @Override
            public long queuedNanos() {
                return nanosAtReadings[readings++];
            }
        };
    }

    /** Two looks are 5 µs apart; a stall of 1 to 4 ms comes every 25 ms. */
    private static final class StalledClock implements NanoClock {
        private static final double MEAN_RUN_NANOS = 22.5e6;

        private final SplittableRandom random;
        private long nanos;
        private double stallAt;

        StalledClock(SplittableRandom random) {
            this.random = random;
            stallAt = run();
        }

        @Override
        public long nanos() {
            pass(5_000);
            return nanos;
        }

        void pass(long passed) {
            nanos += passed;
            if (nanos >= stallAt) {
                nanos += 1_000_000 + random.nextLong(3_000_000);
                stallAt = nanos + run();
            }
        }

        private double run() {
            return -Math.log(1 - random.nextDouble()) * MEAN_RUN_NANOS;
        }
    }
}
