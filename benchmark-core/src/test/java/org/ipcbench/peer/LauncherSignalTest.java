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
    private final LauncherSignal go = new LauncherSignal(inbox);

    @Test
    void armedPeerWaitsForGoUntilTheTimeout() {
        go.expectWithin(TIMEOUT);

        go.tick(TICK);
        assertThat(go.isOverdue()).isFalse();

        go.tick(TICK);
        assertThat(go.isOverdue()).isTrue();
    }

    @Test
    void unarmedPeerDoesNotWait() {
        go.tick(TIMEOUT);

        assertThat(go.isOverdue()).isFalse();
    }

    @Test
    void timeBeforeArmingDoesNotCountTowardsTheTimeout() {
        go.tick(TICK);
        go.expectWithin(TIMEOUT);
        go.tick(TICK);

        assertThat(go.isOverdue()).isFalse();
    }

    @Test
    void serverMayReceiveGoAfterItsMeasuredPart() {
        go.expectWithin(TIMEOUT);
        inbox.add(new Go());
        go.tick(TIMEOUT);

        assertThat(go.isOverdue()).isFalse();
        assertThatCode(go::await).doesNotThrowAnyException();
        go.tick(TIMEOUT);
        assertThat(go.isOverdue()).isFalse();
    }

    @Test
    void failedAssignmentDoesNotWaitForGo() {
        go.expectWithin(TIMEOUT);
        go.expectNoMore();
        go.tick(TIMEOUT);

        assertThat(go.isOverdue()).isFalse();
    }

    @Test
    void anyMessageButGoIsAFailure() {
        inbox.add(new Stop());

        assertThatIOException().isThrownBy(go::await).withMessage("launcher sent 'Stop', expected 'Go'");
    }

    @Test
    void launcherThatSendsNoGoForAMinuteReadsNoHeartbeats() {
        go.expectWithin(Duration.ofHours(1));
        go.tick(Duration.ofSeconds(59));
        assertThat(go.isLauncherReading()).isTrue();

        go.tick(Duration.ofSeconds(1));
        assertThat(go.isLauncherReading()).isFalse();
    }
}
