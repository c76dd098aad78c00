package org.ipcbench.peer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatIOException;

import java.time.Duration;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import org.ipcbench.control.ControlMessage;
import org.ipcbench.control.ControlMessage.Go;
import org.ipcbench.control.ControlMessage.Stop;
import org.junit.jupiter.api.Test;

final class LauncherSignalTest {
    private static final Duration TICK = Duration.ofMillis(100);
    private static final Duration TIMEOUT = TICK.multipliedBy(2);

    private final BlockingQueue<ControlMessage> inbox = new LinkedBlockingQueue<>();
    private final LauncherSignal launcher = new LauncherSignal(inbox);

    @Test
    void armedPeerWaitsForGoUntilTheTimeout() {
        launcher.expectWithin(TIMEOUT);

        launcher.tick(TICK);
        assertThat(launcher.isOverdue()).isFalse();

        launcher.tick(TICK);
        assertThat(launcher.isOverdue()).isTrue();
    }

    @Test
    void unarmedPeerDoesNotWait() {
        launcher.tick(TIMEOUT);

        assertThat(launcher.isOverdue()).isFalse();
    }

    @Test
    void timeBeforeArmingDoesNotCountTowardsTheTimeout() {
        launcher.tick(TICK);
        launcher.expectWithin(TIMEOUT);
        launcher.tick(TICK);

        assertThat(launcher.isOverdue()).isFalse();
    }

    @Test
    void serverMayReceiveGoAfterItsMeasuredPart() {
        launcher.expectWithin(TIMEOUT);
        inbox.add(new Go());
        launcher.tick(TIMEOUT);

        assertThat(launcher.isOverdue()).isFalse();
        assertThatCode(() -> launcher.await(Go.class)).doesNotThrowAnyException();
        launcher.tick(TIMEOUT);
        assertThat(launcher.isOverdue()).isFalse();
    }

    @Test
    void failedAssignmentDoesNotWaitForGo() {
        launcher.expectWithin(TIMEOUT);
        launcher.expectNoMore();
        launcher.tick(TIMEOUT);

        assertThat(launcher.isOverdue()).isFalse();
    }

    @Test
    void anyOtherMessageIsAFailure() {
        inbox.add(new Stop());

        assertThatIOException()
                .isThrownBy(() -> launcher.await(Go.class))
                .withMessage("launcher sent 'Stop', expected 'Go'");
    }

    @Test
    void launcherThatSendsNoGoForAMinuteReadsNoHeartbeats() {
        launcher.expectWithin(Duration.ofHours(1));
        launcher.tick(Duration.ofSeconds(59));
        assertThat(launcher.isLauncherReading()).isTrue();

        launcher.tick(Duration.ofSeconds(1));
        assertThat(launcher.isLauncherReading()).isFalse();
    }
}
