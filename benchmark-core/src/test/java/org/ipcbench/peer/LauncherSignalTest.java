package org.ipcbench.peer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatIOException;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.ipcbench.control.ControlMessage.Go;
import org.ipcbench.control.ControlMessage.Stop;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(120)
final class LauncherSignalTest {
    private static final Duration TIMEOUT = LauncherSignal.TICK.multipliedBy(2);

    private final LauncherSignal launcher = new LauncherSignal();
    private final CompletableFuture<Boolean> watched = new CompletableFuture<>();

    @AfterEach
    void end() {
        launcher.end();
    }

    @Test
    void armedPeerWaitsForGoUntilTheTimeout() {
        launcher.expectWithin(TIMEOUT);

        launcher.tick();
        assertThat(launcher.isOverdue()).isFalse();

        launcher.tick();
        assertThat(launcher.isOverdue()).isTrue();
    }

    @Test
    void unarmedPeerDoesNotWait() {
        ticks(3);

        assertThat(launcher.isOverdue()).isFalse();
    }

    @Test
    void timeBeforeArmingDoesNotCountTowardsTheTimeout() {
        launcher.tick();
        launcher.expectWithin(TIMEOUT);
        launcher.tick();

        assertThat(launcher.isOverdue()).isFalse();
    }

    @Test
    void serverMayReceiveGoAfterItsMeasuredPart() {
        launcher.expectWithin(TIMEOUT);
        launcher.arrived(new Go());
        ticks(3);

        assertThat(launcher.isOverdue()).isFalse();
        assertThatCode(() -> launcher.await(Go.class)).doesNotThrowAnyException();
        ticks(3);
        assertThat(launcher.isOverdue()).isFalse();
    }

    @Test
    void failedAssignmentDoesNotWaitForGo() {
        launcher.expectWithin(TIMEOUT);
        launcher.expectNoMore();
        ticks(3);

        assertThat(launcher.isOverdue()).isFalse();
    }

    @Test
    void anyOtherMessageIsAFailure() {
        launcher.arrived(new Stop());

        assertThatIOException()
                .isThrownBy(() -> launcher.await(Go.class))
                .withMessage("launcher sent 'Stop', expected 'Go'");
    }

    @Test
    void watchNoticesThatTheLauncherIsOverdue() {
        startWatch();
        launcher.expectWithin(TIMEOUT);

        assertThat(watched.join()).isTrue();
    }

    @Test
    void watchEndsWithThePeer() {
        startWatch();
        launcher.end();

        assertThat(watched.join()).isFalse();
    }

    /** A thread that wakes up now and then would take the CPU of the measuring thread. */
    @Test
    void watchSleepsWithoutLimitUnlessAMessageIsExpected() throws InterruptedException {
        Thread watch = startWatch();
        awaitState(watch, Thread.State.WAITING);

        launcher.expectWithin(Duration.ofHours(1));
        awaitState(watch, Thread.State.TIMED_WAITING);

        launcher.arrived(new Go());
        awaitState(watch, Thread.State.WAITING);
    }

    private void ticks(int number) {
        for (int tick = 0; tick < number; tick++) {
            launcher.tick();
        }
    }

    private static void awaitState(Thread thread, Thread.State state) throws InterruptedException {
        while (thread.getState() != state) {
            Thread.sleep(1);
        }
    }

    private Thread startWatch() {
        Thread watch = new Thread(() -> {
            try {
                watched.complete(launcher.watch());
            } catch (InterruptedException e) {
                watched.completeExceptionally(e);
            }
        });
        watch.setDaemon(true);
        watch.start();
        return watch;
    }
}
