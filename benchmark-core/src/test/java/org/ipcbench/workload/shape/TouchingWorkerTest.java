package org.ipcbench.workload.shape;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import org.ipcbench.measure.clock.CpuClock;
import org.ipcbench.measure.clock.FakeClock;
import org.ipcbench.measure.sample.Recorder;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class TouchingWorkerTest {
    @Test
    void eachRequestTouchesTheMemoryOnceAndSomeAreMeasured() {
        Worker.Touching worker = new Worker.Touching(4096, CpuClock.ofCallingThread());
        long before = worker.walks();
        Recorder recorder = new Recorder();

        for (int i = 0; i < 10_000; i++) {
            worker.work();
        }
        worker.endBatch(recorder);

        assertThat(worker.walks() - before).isEqualTo(10_000);
        assertThat(recorder.work()).hasValueSatisfying(work -> {
            assertThat(work.samples()).isBetween(1L, 10_000L);
            assertThat(work.nanos()).isPositive();
        });
    }

    /** As the compiler makes them: what a reading took at first is more than a short walk and a reading take later. */
    @Test
    void walksAreMeasuredWhereReadingsOfTheClockBecomeCheaper() {
        CpuClock real = CpuClock.ofCallingThread();
        long[] readings = {0, 0};
        Worker.Touching worker = new Worker.Touching(4096, () -> {
            readings[1] += readings[0]++ < 2_000 ? 1_000 : 0;
            return real.nanos() + readings[1];
        });
        Recorder recorder = new Recorder();

        for (int i = 0; i < 10_000; i++) {
            worker.work();
        }
        worker.endBatch(recorder);

        assertThat(recorder.work()).isPresent();
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 63, (32 << 20) + 1})
    void impossibleAmountsAreRefused(int bytes) {
        assertThatIllegalArgumentException().isThrownBy(() -> Work.touching(bytes));
    }

    @Test
    void bothPeersTouchWhereOtherWorkIsTheServers() {
        assertThat(Work.touching(4096).clientsWorker(new FakeClock())).isInstanceOf(Worker.Touching.class);
        assertThat(Work.touching(4096).worker(new FakeClock())).isInstanceOf(Worker.Touching.class);
        assertThat(Work.touching(4096).timesACall()).isEqualTo(2);
        assertThat(Work.touching(4096).takesCpuTime()).isTrue();
        assertThat(new Work(Work.Kind.SLEEP, 5_000).takesCpuTime()).isFalse();
        assertThat(new Work(Work.Kind.BUSY, 5_000).clientsWorker(new FakeClock()))
                .isInstanceOf(Worker.Idle.class);
    }
}
