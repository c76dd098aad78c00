package org.ipcbench.measure.result;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.ipcbench.measure.result.MeasurementConditions.Scheduling;
import org.junit.jupiter.api.Test;

final class SchedulingTest {
    @Test
    void longestWaitAndAllMigrationsOfThreadsSideBySide() {
        assertThat(Scheduling.ofAll(List.of(new Scheduling(5, 1), new Scheduling(7, 2))))
                .isEqualTo(new Scheduling(7, 3));
    }

    @Test
    void countThatTheKernelDoesNotTellIsUnknownForAll() {
        Scheduling partial = new Scheduling(5, Count.UNKNOWN);

        assertThat(Scheduling.ofAll(List.of(partial, partial, new Scheduling(7, 2))))
                .isEqualTo(new Scheduling(7, Count.UNKNOWN));
        assertThat(Scheduling.ofAll(List.of())).isEqualTo(Scheduling.UNKNOWN);
    }
}
