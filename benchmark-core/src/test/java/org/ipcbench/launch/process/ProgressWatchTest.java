package org.ipcbench.launch.process;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.ipcbench.control.ControlMessage.Armed;
import org.ipcbench.control.ControlMessage.Heartbeat;
import org.ipcbench.launch.command.PeerName;
import org.ipcbench.workload.Role;
import org.junit.jupiter.api.Test;

final class ProgressWatchTest {
    private static final Duration TIMEOUT = Duration.ofSeconds(60);
    private static final long BEAT_NANOS = Duration.ofMillis(500).toNanos();
    /** Heartbeats in the time-out. */
    private static final int BEATS = 120;

    private final ProgressWatch progress = new ProgressWatch(TIMEOUT);
    private long count;

    @Test
    void silentServerIsNoticedBesideABusyClient() {
        progress.heard(PeerName.of(Role.SERVER), new Heartbeat(7));
        for (int beat = 1; beat < BEATS; beat++) {
            beat(Role.CLIENT, ++count);
        }
        assertThat(progress.hasCeased()).isFalse();
        beat(Role.CLIENT, ++count);

        assertThat(progress.hasCeased()).isTrue();
        assertThat(progress.description())
                .isEqualTo("no progress for 60 s"
                        + " (nothing heard from the server, which is stopped or gets no CPU time)");
    }

    @Test
    void silentClientIsNoticedBesideABusyServer() {
        progress.heard(PeerName.of(Role.CLIENT), new Heartbeat(7));
        for (int beat = 0; beat < BEATS; beat++) {
            beat(Role.SERVER, ++count);
        }

        assertThat(progress.hasCeased()).isTrue();
        assertThat(progress.description()).contains("nothing heard from the client");
    }

    @Test
    void silentAuxiliaryProcessIsNamed() {
        progress.heard(PeerName.of(Role.AUXILIARY), new Heartbeat(0));
        for (int beat = 0; beat < BEATS; beat++) {
            beat(Role.SERVER, ++count);
        }

        assertThat(progress.hasCeased()).isTrue();
        assertThat(progress.description()).contains("nothing heard from the auxiliary");
    }

    /** A file's server may write for a long time what the client has sent long ago, and the other way round. */
    @Test
    void peerMayWaitWhileTheOtherMakesProgress() {
        for (int beat = 0; beat < 3 * BEATS; beat++) {
            progress.heard(PeerName.of(Role.CLIENT), new Heartbeat(9));
            beat(Role.SERVER, ++count);
        }
        assertThat(progress.hasCeased()).isFalse();
        for (int beat = 0; beat < 3 * BEATS; beat++) {
            progress.heard(PeerName.of(Role.SERVER), new Heartbeat(9));
            beat(Role.CLIENT, ++count);
        }
        assertThat(progress.hasCeased()).isFalse();
    }

    @Test
    void occasionalMessageIsProgress() {
        for (int beat = 0; beat < 5 * BEATS; beat++) {
            progress.heard(PeerName.of(Role.CLIENT), new Heartbeat(0));
            beat(Role.SERVER, beat / (BEATS - 1));
        }

        assertThat(progress.hasCeased()).isFalse();
    }

    /** Both measuring threads are stuck, or one is and the other waits for it. */
    @Test
    void livingPeersThatCountNothingMakeNoProgress() {
        progress.heard(PeerName.of(Role.CLIENT), new Heartbeat(12));
        progress.heard(PeerName.of(Role.SERVER), new Heartbeat(5));
        for (int beat = 0; beat < BEATS; beat++) {
            assertThat(progress.hasCeased()).isFalse();
            progress.heard(PeerName.of(Role.CLIENT), new Heartbeat(12));
            beat(Role.SERVER, 5);
        }

        assertThat(progress.hasCeased()).isTrue();
        assertThat(progress.description())
                .isEqualTo("no progress for 60 s (client at 12 messages, server at 5 messages)");
    }

    /** Where the stopped server ceased to count, the client soon waits for it. */
    @Test
    void silentPeerIsNamedWhereBothCountNothing() {
        progress.heard(PeerName.of(Role.CLIENT), new Heartbeat(12));
        progress.heard(PeerName.of(Role.SERVER), new Heartbeat(5));
        for (int beat = 0; beat < BEATS; beat++) {
            beat(Role.CLIENT, 12);
        }

        assertThat(progress.description())
                .contains("nothing heard from the server")
                .doesNotContain("client");
    }

    @Test
    void controlMessageOfAPeerIsProgress() {
        progress.waited(TIMEOUT.toNanos() - 1);
        progress.heard(PeerName.of(Role.SERVER), new Armed());
        progress.waited(1);

        assertThat(progress.hasCeased()).isFalse();
    }

    @Test
    void noHeartbeatAtAllIsNoProgress() {
        progress.waited(TIMEOUT.toNanos());

        assertThat(progress.hasCeased()).isTrue();
        assertThat(progress.description()).isEqualTo("no progress for 60 s");
    }

    /** A process that is stopped right after its start has sent no heartbeat. */
    @Test
    void awaitedProcessThatNeverSaidAnythingIsNamed() {
        progress.begin(PeerName.of(Role.SERVER));
        for (int beat = 0; beat < BEATS; beat++) {
            beat(Role.CLIENT, 0);
        }

        assertThat(progress.hasCeased()).isTrue();
        assertThat(progress.description())
                .contains("nothing heard from the server")
                .doesNotContain("client");
    }

    /** Peers that stay from one question to the next are not listened to in between. */
    @Test
    void silenceBeforeTheLauncherListensDoesNotCount() {
        progress.heard(PeerName.of(Role.SERVER), new Heartbeat(7));
        progress.waited(TIMEOUT.toNanos());
        progress.begin(PeerName.of(Role.SERVER));

        assertThat(progress.hasCeased()).isFalse();
    }

    @Test
    void shortTimeoutToleratesTheTimeBetweenTwoHeartbeats() {
        ProgressWatch impatient = new ProgressWatch(Duration.ofMillis(400));
        impatient.heard(PeerName.of(Role.SERVER), new Heartbeat(7));
        impatient.waited(BEAT_NANOS);
        impatient.heard(PeerName.of(Role.CLIENT), new Heartbeat(7));

        assertThat(impatient.hasCeased()).isFalse();
    }

    private void beat(Role role, long messages) {
        progress.waited(BEAT_NANOS);
        progress.heard(PeerName.of(role), new Heartbeat(messages));
    }
}
