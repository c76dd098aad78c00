package org.ipcbench.launch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.time.Duration;
import java.util.Map;
import org.ipcbench.launch.command.PeerName;
import org.ipcbench.launch.process.IterationFailedException;
import org.ipcbench.workload.Role;
import org.junit.jupiter.api.Test;

final class PausedExceptionTest {
    private static final long PAUSE_NANOS = Duration.ofMillis(5020).toNanos();

    @Test
    void processThatWasPausedIsNamed() {
        assertThatExceptionOfType(PausedException.class)
                .isThrownBy(() -> PausedException.throwIfAny(
                        Map.of(PeerName.of(Role.AUXILIARY), 2 * PAUSE_NANOS, PeerName.of(Role.SERVER), PAUSE_NANOS),
                        PAUSE_NANOS))
                .withMessageStartingWith("the server was paused for 5.0 s in the measured part; do not stop a run");
    }

    @Test
    void withoutAPauseNothingIsThrown() {
        assertThatCode(() -> PausedException.throwIfAny(Map.of(), 0)).doesNotThrowAnyException();
    }

    @Test
    void pauseOfTheWholeRunIsNamed() {
        assertThatExceptionOfType(PausedException.class)
                .isThrownBy(() -> PausedException.throwIfAny(Map.of(), PAUSE_NANOS))
                .withMessageStartingWith("the run was paused for 5.0 s in the measured part; do not stop a run");
    }

    @Test
    void failureAroundAPauseIsReportedWithThePause() {
        IterationFailedException failure = new IterationFailedException("server failed: no room");

        assertThat(PausedException.around(failure, PAUSE_NANOS))
                .hasMessageStartingWith("server failed: no room; the run was paused for 5.0 s; do not stop a run")
                .hasCause(failure);
    }
}
