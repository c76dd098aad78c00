package org.ipcbench.placement;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;

import java.io.IOException;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

@EnabledOnOs(OS.LINUX)
final class InstalledCommandsTest {
    private final PlacingCommands commands = new InstalledCommands();

    @Test
    void processesReachAtLeastTheCpusThatTheyRunOn() throws IOException {
        assertThat(commands.reachable().list()).containsAll(CpuSet.allowed().list());
    }

    @Test
    void processIsMovedForAMoment() throws IOException {
        List<Integer> before = CpuSet.allowed().list();

        commands.attempt(Place.onCpu(before.get(0)));

        assertThat(CpuSet.allowed().list()).isEqualTo(before);
    }

    @Test
    void commandThatFailsIsQuoted() {
        assertThatIOException()
                .isThrownBy(() -> commands.attempt(Place.onCpu(65_000)))
                .withMessageStartingWith("taskset: ");
    }

    @Test
    void nodeThatDoesNotExistCannotBeUsed() {
        assertThatIOException()
                .isThrownBy(() -> commands.attempt(new Place(CpuSet.of(0), Optional.of(65_000))))
                .withMessageContaining("numactl");
    }
}
