package org.ipcbench.placement;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;

import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import org.ipcbench.placement.Placement.Place;
import org.ipcbench.placement.PlacingCommands.InstalledCommands;
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

    /** A command that lists the threads fails in 2 of 100 attempts here, because one has ended when the command comes to it. */
    @Test
    void processWhoseThreadsEndMeanwhileIsMoved() throws Exception {
        CpuSet everywhere = CpuSet.allowed();
        AtomicBoolean moved = new AtomicBoolean();
        Thread starter = new Thread(() -> {
            while (!moved.get()) {
                new Thread(() -> LockSupport.parkNanos(1_000_000)).start();
                LockSupport.parkNanos(2_000_000);
            }
        });
        starter.start();
        try {
            for (int move = 0; move < 100; move++) {
                commands.moveAll(ProcessHandle.current().pid(), everywhere);
            }
        } finally {
            moved.set(true);
            starter.join();
        }
        assertThat(CpuSet.allowed()).isEqualTo(everywhere);
    }

    @Test
    void nodeThatDoesNotExistCannotBeUsed() {
        assertThatIOException()
                .isThrownBy(() -> commands.attempt(new Place(CpuSet.of(0), Optional.of(65_000))))
                .withMessageContaining("numactl");
    }
}
