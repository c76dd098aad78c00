package org.ipcbench.launch.process;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.Map;
import java.util.OptionalLong;
import org.ipcbench.launch.command.PeerName;
import org.ipcbench.workload.Role;
import org.junit.jupiter.api.Test;

final class ProgressWatchTest {
    private static final Duration TIMEOUT = Duration.ofSeconds(60);
    private static final long LOOK_NANOS = Duration.ofMillis(500).toNanos();
    /** Looks in the time-out. */
    private static final int LOOKS = 120;

    private static final PeerName CLIENT = PeerName.of(Role.CLIENT);
    private static final PeerName SERVER = PeerName.of(Role.SERVER);
    private static final PeerName AUXILIARY = PeerName.of(Role.AUXILIARY);

    private final ProgressWatch progress = new ProgressWatch(TIMEOUT);
    private long count;

    @Test
    void stoppedServerIsNoticedBesideABusyClient() {
        look(SERVER, true, 7);
        for (int look = 1; look < LOOKS; look++) {
            later(CLIENT, false, ++count);
            look(SERVER, true, 7);
        }
        assertThat(progress.hasCeased()).isFalse();
        later(CLIENT, false, ++count);

        assertThat(progress.hasCeased()).isTrue();
        assertThat(progress.description())
                .isEqualTo("no progress for 60 s"
                        + " (nothing heard from the server, which is stopped or gets no CPU time)");
    }

    @Test
    void stoppedClientIsNoticedBesideABusyServer() {
        look(CLIENT, true, 7);
        for (int look = 0; look < LOOKS; look++) {
            later(SERVER, false, ++count);
        }

        assertThat(progress.hasCeased()).isTrue();
        assertThat(progress.description()).contains("nothing heard from the client");
    }

    @Test
    void stoppedAuxiliaryProcessIsNamed() {
        progress.looked(AUXILIARY, true, OptionalLong.empty());
        for (int look = 0; look < LOOKS; look++) {
            later(SERVER, false, ++count);
        }

        assertThat(progress.hasCeased()).isTrue();
        assertThat(progress.description()).contains("nothing heard from the auxiliary");
    }

    /** A process that runs now and then is not stopped for the time-out. */
    @Test
    void processThatRunsAtALookBeginsAnew() {
        for (int look = 0; look < 3 * LOOKS; look++) {
            later(CLIENT, false, ++count);
            look(SERVER, look % (LOOKS - 1) != 0, 7);
            assertThat(progress.hasCeased()).isFalse();
        }
    }

    /** A file's server may write for a long time what the client has sent long ago, and the other way round. */
    @Test
    void peerMayWaitWhileTheOtherMakesProgress() {
        for (int look = 0; look < 3 * LOOKS; look++) {
            look(CLIENT, false, 9);
            later(SERVER, false, ++count);
        }
        assertThat(progress.hasCeased()).isFalse();
        for (int look = 0; look < 3 * LOOKS; look++) {
            look(SERVER, false, 9);
            later(CLIENT, false, ++count);
        }
        assertThat(progress.hasCeased()).isFalse();
    }

    @Test
    void occasionalMessageIsProgress() {
        for (int look = 0; look < 5 * LOOKS; look++) {
            look(CLIENT, false, 0);
            later(SERVER, false, look / (LOOKS - 1));
        }

        assertThat(progress.hasCeased()).isFalse();
    }

    /** Both measuring threads are stuck, or one is and the other waits for it. */
    @Test
    void livingPeersThatCountNothingMakeNoProgress() {
        look(CLIENT, false, 12);
        look(SERVER, false, 5);
        for (int look = 0; look < LOOKS; look++) {
            assertThat(progress.hasCeased()).isFalse();
            look(CLIENT, false, 12);
            later(SERVER, false, 5);
        }

        assertThat(progress.hasCeased()).isTrue();
        assertThat(progress.description())
                .isEqualTo("no progress for 60 s (client at 12 messages, server at 5 messages)");
    }

    /** When the stopped server ceased to count, the client soon waits for it. */
    @Test
    void stoppedPeerIsNamedIfBothCountNothing() {
        look(CLIENT, false, 12);
        look(SERVER, false, 5);
        for (int look = 0; look < LOOKS; look++) {
            look(SERVER, look > 1, 5);
            later(CLIENT, false, 12);
        }

        assertThat(progress.hasCeased()).isTrue();
        assertThat(progress.description())
                .contains("nothing heard from the server")
                .doesNotContain("client");
    }

    @Test
    void controlMessageOfAPeerIsProgress() {
        progress.waited(TIMEOUT.toNanos() - 1);
        progress.heard();
        progress.waited(1);

        assertThat(progress.hasCeased()).isFalse();
    }

    @Test
    void nothingAtAllIsNoProgress() {
        progress.waited(TIMEOUT.toNanos());

        assertThat(progress.hasCeased()).isTrue();
        assertThat(progress.description()).isEqualTo("no progress for 60 s");
    }

    /** Peers that stay from one question to the next are not looked at in between. */
    @Test
    void timeBeforeTheLauncherListensDoesNotCount() {
        progress.looked(SERVER, true, OptionalLong.of(7));
        progress.waited(TIMEOUT.toNanos());
        progress.begin();

        assertThat(progress.hasCeased()).isFalse();
    }

    @Test
    void pauseLastsFromTheFirstLookThatShowsItToTheFirstThatDoesNot() {
        progress.beginMeasured();
        later(SERVER, false, 1);
        later(SERVER, true, 2);
        later(SERVER, true, 2);
        later(SERVER, true, 2);
        later(SERVER, false, 3);
        later(SERVER, true, 3);
        later(SERVER, false, 4);

        assertThat(progress.pausesNanos()).isEqualTo(Map.of(SERVER, 3 * LOOK_NANOS));
    }

    /** Its last message may be there before it is looked at again. */
    @Test
    void pauseThatEndsWithTheMeasuredPartCounts() {
        progress.beginMeasured();
        later(SERVER, true, 2);
        progress.waited(1);
        progress.endMeasured();

        assertThat(progress.pausesNanos()).isEqualTo(Map.of(SERVER, 1L));
    }

    @Test
    void pausesOutsideTheMeasuredPartDoNotCount() {
        later(CLIENT, true, 2);
        later(SERVER, true, 2);
        later(SERVER, false, 2);
        progress.beginMeasured();
        later(CLIENT, false, 0);
        later(SERVER, false, 3);
        progress.endMeasured();
        later(SERVER, true, 3);
        later(SERVER, false, 3);

        assertThat(progress.pausesNanos()).isEmpty();
    }

    @Test
    void pausesOfAnEarlierMeasuredPartAreForgotten() {
        progress.beginMeasured();
        later(CLIENT, true, 2);
        progress.endMeasured();
        progress.beginMeasured();

        assertThat(progress.pausesNanos()).isEmpty();
    }

    private void look(PeerName name, boolean stopped, long messages) {
        progress.looked(name, stopped, OptionalLong.of(messages));
    }

    private void later(PeerName name, boolean stopped, long messages) {
        progress.waited(LOOK_NANOS);
        look(name, stopped, messages);
    }
}
