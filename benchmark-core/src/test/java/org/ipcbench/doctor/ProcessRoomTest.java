package org.ipcbench.doctor;

import static org.assertj.core.api.Assertions.assertThat;

import org.ipcbench.doctor.RoomProbes.ProcessRoom;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ProcessRoomTest {
    @ParameterizedTest
    @CsvSource({"1, 14", "2, 14", "8, 16", "64, 30", "128, 33", "512, 52"})
    void largeMachinesAreGivenRoomForTheirCompilers(int cpus, int seen) {
        assertThat(ProcessRoom.tasksOfAProcess(cpus)).isBetween(seen + 16, seen + 20);
    }
}
