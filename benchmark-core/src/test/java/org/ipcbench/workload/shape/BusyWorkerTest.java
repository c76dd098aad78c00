package org.ipcbench.workload.shape;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.ipcbench.measure.sample.Recorder;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A loop whose passes take a known CPU time, and a clock whose readings cost something. */
final class BusyWorkerTest {
    private static final long READING_NANOS = 600;

    private final Recorder recorder = new Recorder();
    private double passNanos = 1.25;
    private double cpuNanos;
    private int readings;

    private Worker.Busy worker(long... eachNanos) {
        return new Worker.Busy(eachNanos, this::readCpu, (from, passes) -> {
            cpuNanos += passes * passNanos;
            return from + passes;
        });
    }

    private long readCpu() {
        readings++;
        cpuNanos += READING_NANOS;
        return (long) cpuNanos;
    }

    private void work(Worker.Busy worker, int times) {
        for (int i = 0; i < times; i++) {
            worker.work();
        }
    }

    @ParameterizedTest
    @ValueSource(longs = {1_000, 50_000, 100_000_000})
    void loopTakesTheTimeFromTheFirstRequest(long nanos) {
        Worker.Busy worker = worker(nanos);
        double before = cpuNanos;
        int readBefore = readings;

        work(worker, 1_000);

        assertThat((cpuNanos - before - READING_NANOS * (readings - readBefore)) / 1_000)
                .isCloseTo((double) nanos, within(0.01 * nanos));
    }

    @Test
    void readingsOfTheCpuTimeCostAHundredthOfTheWork() {
        Worker.Busy worker = worker(10_000);
        int before = readings;

        work(worker, 10_000);

        assertThat((readings - before) * READING_NANOS / 10_000.0).isCloseTo(100, within(15.0));
    }

    /** Without the time that a reading takes. */
    @Test
    void measuredTimeIsRecordedAndCorrectsTheNextBatch() {
        Worker.Busy worker = worker(10_000);
        passNanos *= 1.5;

        work(worker, 2_000);
        worker.endBatch(recorder);
        assertThat(recorder.work())
                .hasValueSatisfying(time -> assertThat(time.nanos()).isCloseTo(15_000, within(50.0)));

        work(worker, 2_000);
        worker.endBatch(recorder);
        assertThat(recorder.work())
                .hasValueSatisfying(time -> assertThat(time.nanos()).isCloseTo(10_000, within(50.0)));
    }

    /** Whichever requests are sampled, the mean of all is recorded. */
    @Test
    void eachRequestOfABatchHasItsOwnTime() {
        long[] eachNanos = {0, 5_000, 100_000};
        Worker.Busy worker = worker(eachNanos);
        for (int batch = 0; batch < 2; batch++) {
            for (int i = 0; i < 4; i++) {
                double before = cpuNanos;
                int readBefore = readings;
                worker.work();
                double taken = cpuNanos - before - READING_NANOS * (readings - readBefore);
                assertThat(taken).isCloseTo((double) eachNanos[i % 3], within(0.01 * eachNanos[i % 3]));
            }
            worker.endBatch(recorder); // the next batch begins with the first time
        }
        passNanos *= 2;
        work(worker, 3_000);
        worker.endBatch(recorder);
        assertThat(recorder.work())
                .hasValueSatisfying(time -> assertThat(time.nanos()).isCloseTo(70_000, within(500.0)));
    }

    /** The batch of one message that ends the warm-up. */
    @Test
    void fewRequestsCorrectNothing() {
        Worker.Busy worker = worker(100_000_000);
        passNanos *= 2;

        for (int batch = 0; batch < 2; batch++) {
            work(worker, 1);
            worker.endBatch(recorder);
            assertThat(recorder.work())
                    .hasValueSatisfying(time -> assertThat(time.nanos()).isCloseTo(200_000_000, within(10_000.0)));
        }
    }

    @Test
    void realLoopIsNotLeftOut() {
        Worker.Busy worker =
                new Worker.Busy(new long[] {20_000}, org.ipcbench.measure.clock.CpuClock.ofCallingThread());
        for (int batch = 0; batch < 3; batch++) {
            work(worker, 500);
            worker.endBatch(recorder);
        }

        assertThat(recorder.work())
                .hasValueSatisfying(time -> assertThat(time.nanos()).isGreaterThan(5_000.0));
    }
}
