package org.ipcbench.workload.shape;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.List;
import org.ipcbench.measure.clock.FakeClock;
import org.ipcbench.measure.sample.Recorder;
import org.ipcbench.measure.sample.WorkTime;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class WorkTest {
    @ParameterizedTest
    @CsvSource({"BUSY, -1", "BUSY, 999", "BUSY, 100000001", "SLEEP, 0", "SLEEP, 999"})
    void timesThatCannotBeProvenAreRefused(Work.Kind kind, long nanos) {
        assertThatIllegalArgumentException().isThrownBy(() -> new Work(kind, nanos));
    }

    @Test
    void noWorkTakesNoTimeAndIsNotRecorded() {
        FakeClock clock = new FakeClock();
        Recorder recorder = new Recorder();
        Worker worker = Work.NONE.worker(clock);

        worker.work();
        worker.endBatch(recorder);

        assertThat(clock.looks()).isZero();
        assertThat(recorder.work()).isEmpty();
    }

    @Test
    void timesOfSeveralConnectionsAreWeighedByTheirSamples() {
        assertThat(WorkTime.ofAll(List.of(new WorkTime(1, 40), new WorkTime(3, 60))))
                .contains(new WorkTime(4, 55));
        assertThat(WorkTime.ofAll(List.of())).isEmpty();
    }
}
