package org.ipcbench.placement;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.ipcbench.placement.PlacingCommands.InstalledCommands;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class SchedulerTest {
    private static final int SIGKILL = 128 + 9;

    private final InstalledCommands commands = new InstalledCommands();

    @ParameterizedTest
    @ValueSource(strings = {"other", "batch", "fifo:1", "rr:99"})
    void classIsShownAsItIsTyped(String label) {
        assertThat(Scheduler.parse(label).label()).isEqualTo(label);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "fifo", "other:1", "fifo:100", "FIFO:1", "deadline", "rr:-1"})
    void otherClassesAreRefused(String text) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Scheduler.parse(text))
                .withMessageEndingWith("is not one of " + Scheduler.ALLOWED);
    }

    /** Ordinary threads on its CPU have no time to end it, so the kernel does. */
    @Test
    @Timeout(120)
    void threadThatRunsAwayIsKilledByTheKernel() throws Exception {
        Scheduler realtime = Scheduler.parse("fifo:1");
        assumeThat(isGranted(realtime)).as("this user may schedule so").isTrue();
        Process spinning = new ProcessBuilder("sh", "-c", "while :; do :; done").start();
        try {
            commands.schedule(spinning.pid(), spinning.pid(), realtime, Duration.ofMillis(300));

            assertThat(spinning.waitFor(20, TimeUnit.SECONDS)).as("has ended").isTrue();
            assertThat(spinning.exitValue()).isEqualTo(SIGKILL);
        } finally {
            spinning.destroyForcibly();
        }
    }

    private boolean isGranted(Scheduler scheduler) {
        try {
            commands.attempt(scheduler);
            return true;
        } catch (IOException e) {
            return false;
        }
    }
}
