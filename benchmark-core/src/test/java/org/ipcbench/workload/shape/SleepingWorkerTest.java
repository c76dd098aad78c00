package org.ipcbench.workload.shape;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.ipcbench.measure.clock.FakeClock;
import org.ipcbench.measure.sample.Recorder;
import org.ipcbench.measure.sample.WorkTime;
import org.junit.jupiter.api.Test;

final class SleepingWorkerTest {
    private final FakeClock clock = new FakeClock();
    private final Recorder recorder = new Recorder();

    /** A sleep that ends early is continued; one that ends late is recorded as it was. */
    @Test
    void sleepsForTheWholeTime() {
        List<Long> asked = new ArrayList<>();
        Worker.Sleeping worker = new Worker.Sleeping(1_000, clock, nanos -> {
            asked.add(nanos);
            clock.advance(700);
        });

        worker.work();
        worker.work();
        worker.endBatch(recorder);

        assertThat(asked).containsExactly(1_000L, 300L, 1_000L, 300L);
        assertThat(recorder.work()).contains(new WorkTime(2, 1_400));
    }

    @Test
    void eachBatchIsRecordedByItself() {
        Worker.Sleeping worker = new Worker.Sleeping(1_000, clock, clock::advance);
        worker.work();
        worker.endBatch(recorder);
        recorder.reset();

        worker.endBatch(recorder);

        assertThat(recorder.work()).isEmpty();
    }
}
