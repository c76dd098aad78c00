package org.ipcbench.launch.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.function.IntSupplier;
import org.assertj.core.api.ThrowableAssertAlternative;
import org.ipcbench.control.ControlMessage;
import org.ipcbench.control.ControlMessage.Armed;
import org.ipcbench.control.ControlMessage.Failed;
import org.ipcbench.control.ControlMessage.Ready;
import org.ipcbench.launch.command.ControlObserver;
import org.ipcbench.launch.command.PeerName;
import org.ipcbench.launch.process.PeerInbox.NoProgressException;
import org.ipcbench.launch.process.PeerInbox.PeerEvent;
import org.ipcbench.launch.process.PeerInbox.PeerEvent.Died;
import org.ipcbench.launch.process.PeerInbox.PeerEvent.Said;
import org.ipcbench.measure.clock.FakeClock;
import org.ipcbench.measure.clock.NanoClock;
import org.ipcbench.measure.meter.PauseMeter;
import org.ipcbench.workload.Role;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** The inbox's deadline is hours away, so that a test which really waits for it runs into its own. */
@Timeout(120)
@Execution(ExecutionMode.CONCURRENT) // they wait
final class PeerInboxTest {
    private static final Duration TIMEOUT = Duration.ofHours(1);

    private final FakeClock clock = new FakeClock();
    private final PeerInbox inbox = new PeerInbox(clock, TIMEOUT);

    @Test
    void eachPeersMessagesKeepTheirOrder() throws Exception {
        say(Role.CLIENT, new Ready(List.of(), "1", ""));
        say(Role.SERVER, new Ready(List.of("port 5"), "0", ""));
        say(Role.CLIENT, new Armed());
        say(Role.SERVER, new Armed());

        assertThat(inbox.await(Role.SERVER, Ready.class).address()).isEqualTo("port 5");
        assertThat(inbox.await(Role.SERVER, Armed.class)).isEqualTo(new Armed());
        assertThat(inbox.await(Role.CLIENT, Ready.class).cpus()).isEqualTo("1");
        assertThat(inbox.await(Role.CLIENT, Armed.class)).isEqualTo(new Armed());
    }

    @Test
    void expectedEndOfAPeerIsNoFailure() throws Exception {
        PeerName server = PeerName.of(Role.SERVER);
        PeerName client = PeerName.of(Role.CLIENT);
        inbox.put(new Died(Role.SERVER, "ended with exit code 137"));
        say(Role.CLIENT, new Armed());

        assertThat(inbox.awaitWithin(client, Armed.class, server, Duration.ofHours(1)))
                .contains(new Armed());
        assertThat(inbox.awaitWithin(client, Armed.class, server, Duration.ZERO))
                .isEmpty();
    }

    @Test
    void observerSeesWhatIsHeardInTheOrderOfArrival() throws Exception {
        List<String> seen = new ArrayList<>();
        PeerInbox observed = new PeerInbox(
                clock,
                TIMEOUT,
                (role, message) ->
                        seen.add(role.label() + " " + message.getClass().getSimpleName()));
        observed.put(new Said(Role.CLIENT, new Ready(List.of(), "", "")));
        observed.put(new Said(Role.SERVER, new Armed()));
        observed.put(new Said(Role.CLIENT, new Armed()));

        observed.await(Role.SERVER, Armed.class);
        assertThat(seen).containsExactly("client Ready", "server Armed");
        observed.await(Role.CLIENT, Ready.class);
        observed.await(Role.CLIENT, Armed.class);
        assertThat(seen).containsExactly("client Ready", "server Armed", "client Armed");
    }

    @Test
    void wrongMessageFails() {
        say(Role.SERVER, new Armed());

        assertFailure(Role.SERVER, Ready.class).withMessage("the server sent 'Armed', expected 'Ready'");
    }

    @Test
    void deathOfTheOtherPeerEndsTheWait() {
        inbox.put(new Died(Role.CLIENT, "ended with exit code 134"));

        assertFailure(Role.SERVER, Ready.class).withMessage("client ended with exit code 134");
    }

    @Test
    void failureOfOnePeerIsReportedWithTheOthersOutput() {
        inbox.put(new Died(Role.SERVER, "ended with exit code 1"));
        say(Role.CLIENT, new Failed("EOFException"));

        assertFailure(Role.CLIENT, Armed.class)
                .withMessage("server ended with exit code 1; client failed: EOFException");
    }

    @Test
    void oneOfSeveralClientsIsNamedByItsNumber() {
        inbox.put(new Died(PeerName.of(Role.CLIENT, 3, 4), "ended with exit code 137"));
        say(Role.SERVER, new Failed("EOFException"));

        assertThatExceptionOfType(IterationFailedException.class)
                .isThrownBy(() -> inbox.await(PeerName.of(Role.CLIENT, 1, 4), Armed.class))
                .withMessage("client 3 ended with exit code 137; server failed: EOFException");
    }

    @Test
    void messagesOfSeveralClientsAreKeptApart() throws Exception {
        inbox.put(new Said(PeerName.of(Role.CLIENT, 2, 2), new Ready(List.of(), "1", "")));
        inbox.put(new Said(PeerName.of(Role.CLIENT, 1, 2), new Ready(List.of(), "0", "")));

        assertThat(inbox.await(PeerName.of(Role.CLIENT, 1, 2), Ready.class).cpus())
                .isEqualTo("0");
        assertThat(inbox.await(PeerName.of(Role.CLIENT, 2, 2), Ready.class).cpus())
                .isEqualTo("1");
    }

    @Test
    void endlessReasonIsCutAfterItsBeginning() {
        say(Role.CLIENT, new Failed("x".repeat(100_000)));

        assertFailure(Role.SERVER, Ready.class).withMessage("client failed: " + "x".repeat(2_000) + "…");
    }

    @Test
    void failedPeerIsNotQuotedTwice() {
        say(Role.SERVER, new Failed("no room"));
        inbox.put(new Died(Role.SERVER, "ended with exit code 0"));

        assertFailure(Role.CLIENT, Armed.class).withMessage("server failed: no room");
    }

    /** The messages of the others may leave no moment without an event. */
    @Test
    void stoppedProcessIsNoticedWhileTheOthersAreNeverSilent() {
        int[] looks = {0};
        PeerInbox[] busy = new PeerInbox[1];
        NanoClock eventAtEveryLook = () -> {
            if (++looks[0] % 3 == 0) {
                busy[0].put(new Said(Role.CLIENT, new Armed()));
            }
            return looks[0] * PauseMeter.TICK.toNanos() / 2;
        };
        busy[0] = new PeerInbox(eventAtEveryLook, Duration.ofSeconds(2));
        busy[0].watch(PeerName.of(Role.CLIENT), new FakeView(false, () -> looks[0]));
        busy[0].watch(PeerName.of(Role.SERVER), new FakeView(true, () -> 0));

        assertThatExceptionOfType(NoProgressException.class)
                .isThrownBy(() -> busy[0].await(Role.SERVER, Ready.class))
                .withMessageContaining("nothing heard from the server");
    }

    /** The server's deadline for its client is the launcher's time-out as well, and may be over first. */
    @Test
    void processThatTheFailedOneWaitedForIsNamedIfItIsStopped() {
        inbox.watch(PeerName.of(Role.CLIENT), new FakeView(true, () -> 0));
        inbox.watch(PeerName.of(Role.SERVER), new FakeView(true, () -> 0));
        say(Role.SERVER, new Failed("no client"));

        assertThatExceptionOfType(IterationFailedException.class)
                .isThrownBy(() -> inbox.await(Role.CLIENT, Ready.class))
                .withMessage("server failed: no client;"
                        + " nothing heard from the client, which is stopped or gets no CPU time");
    }

    @Test
    void messageDoesNotHideTheFailureThatFollows() {
        List<PeerEvent> toCome = new ArrayList<>(List.of(
                new Said(Role.CLIENT, new Failed("EOFException")),
                new Said(Role.SERVER, new Armed()),
                new Said(Role.SERVER, new Failed("no room"))));
        PeerInbox[] scripted = new PeerInbox[1];
        NanoClock eventAtEveryLook = () -> {
            if (!toCome.isEmpty()) {
                scripted[0].put(toCome.remove(0));
            }
            return 0;
        };
        scripted[0] = new PeerInbox(eventAtEveryLook, TIMEOUT);

        assertThatExceptionOfType(IterationFailedException.class)
                .isThrownBy(() -> scripted[0].await(Role.SERVER, Armed.class))
                .withMessage("client failed: EOFException; server failed: no room");
    }

    @Test
    void serversCountIsSeenAtEveryLook() throws Exception {
        List<Long> counters = new ArrayList<>();
        List<String> observed = new ArrayList<>();
        int[] served = {4};
        PeerInbox looking = new PeerInbox(NanoClock.system(), TIMEOUT, new ControlObserver() {
            @Override
            public void passes(Role role, ControlMessage message) {
                // only the looks matter here
            }

            @Override
            public void looks(Role role, long messages) {
                observed.add(role.label() + " " + messages);
            }
        });
        looking.watch(PeerName.of(Role.CLIENT), new FakeView(false, () -> 9));
        looking.watch(PeerName.of(Role.SERVER), new FakeView(false, () -> served[0]));
        looking.onProgress(count -> {
            counters.add(count);
            if (++served[0] == 7) {
                looking.put(new Said(Role.SERVER, new Armed()));
            }
        });

        looking.await(Role.SERVER, Armed.class);

        assertThat(counters).startsWith(4L, 5L, 6L);
        assertThat(observed).contains("client 9", "server 4", "server 6");
    }

    @Test
    void countsOfSeveralServersAreAddedUp() throws Exception {
        PeerName first = PeerName.of(Role.SERVER, 1, 2);
        List<Long> counters = new ArrayList<>();
        PeerInbox looking = new PeerInbox(NanoClock.system(), TIMEOUT);
        looking.watch(first, new FakeView(false, () -> 4));
        looking.watch(PeerName.of(Role.SERVER, 2, 2), new FakeView(false, () -> 9));
        looking.onProgress(count -> {
            counters.add(count);
            if (counters.size() == 2) {
                looking.put(new Said(first, new Armed()));
            }
        });

        looking.await(first, Armed.class);

        assertThat(counters.get(1)).isEqualTo(13);
    }

    /** A process found stopped in the measured part was paused, even if its report comes soon. */
    @Test
    void stoppedProcessOfTheMeasuredPartWasPaused() throws Exception {
        PeerInbox measuring = new PeerInbox(NanoClock.system(), TIMEOUT);
        boolean[] stopped = {true};
        measuring.watch(PeerName.of(Role.SERVER), new ProcessView() {
            @Override
            public boolean isStopped() {
                if (stopped[0]) {
                    stopped[0] = false;
                    return true;
                }
                measuring.put(new Said(Role.SERVER, new Armed()));
                return false;
            }

            @Override
            public OptionalLong messages() {
                return OptionalLong.empty();
            }
        });
        measuring.beginMeasured();

        measuring.await(Role.SERVER, Armed.class);
        measuring.endMeasured();

        assertThat(measuring.pausesNanos()).containsOnlyKeys(PeerName.of(Role.SERVER));
        assertThat(measuring.measuredPauseNanos()).isZero();
    }

    @Test
    void noProgressNamesTheExpectedMessage() {
        PeerInbox impatient = new PeerInbox(NanoClock.system(), Duration.ofMillis(1));

        assertThatExceptionOfType(NoProgressException.class)
                .isThrownBy(() -> impatient.await(Role.CLIENT, Armed.class))
                .withMessage(
                        "no progress for 0 s while waiting for the client's 'Armed'; a larger --timeout waits longer");
    }

    /** Each look comes an hour after the one before, as the launcher's own pauses do. */
    @Test
    void timeoutIgnoresTheTimeTheLauncherWasStopped() throws Exception {
        PeerInbox[] stopped = new PeerInbox[1];
        int[] looks = {0};
        NanoClock anHourAtEveryLook = () -> {
            if (++looks[0] == 5) {
                stopped[0].put(new Said(Role.CLIENT, new Armed()));
            }
            return TIMEOUT.toNanos() * looks[0];
        };
        stopped[0] = new PeerInbox(anHourAtEveryLook, TIMEOUT);

        assertThat(stopped[0].await(Role.CLIENT, Armed.class)).isEqualTo(new Armed());
        assertThat(stopped[0].pauseNanos()).isEqualTo(TIMEOUT.toNanos());
        stopped[0].forgetPause();
        assertThat(stopped[0].pauseNanos()).isZero();
    }

    /** Then its peers were stopped, too, most likely, and nobody has seen it. */
    @Test
    void launchersOwnPauseOfTheMeasuredPartIsTold() throws Exception {
        PeerInbox[] stopped = new PeerInbox[1];
        int[] looks = {0};
        NanoClock anHourAtEveryLook = () -> {
            if (++looks[0] == 3) {
                stopped[0].put(new Said(Role.CLIENT, new Armed()));
            }
            return Duration.ofMinutes(1).toNanos() * looks[0];
        };
        stopped[0] = new PeerInbox(anHourAtEveryLook, TIMEOUT);
        stopped[0].put(new Said(Role.CLIENT, new Armed()));
        stopped[0].await(Role.CLIENT, Armed.class);
        assertThat(stopped[0].measuredPauseNanos()).isZero();

        stopped[0].beginMeasured();
        looks[0] = 0;
        stopped[0].await(Role.CLIENT, Armed.class);

        assertThat(stopped[0].measuredPauseNanos())
                .isEqualTo(Duration.ofMinutes(1).toNanos());
    }

    /** As a pair does that gets one assignment after the other. */
    @Test
    void messagesThatAreTakenMayBeMany() throws Exception {
        for (int round = 0; round < 1_000; round++) {
            inbox.hear(new Said(Role.CLIENT, new Ready(List.of(), "", "")));
            inbox.await(Role.CLIENT, Ready.class);
        }
    }

    /**
     * A process.
     *
     * @param isStopped whether it is stopped at every look
     * @param counted the number of messages that it has counted
     */
    private record FakeView(boolean isStopped, IntSupplier counted) implements ProcessView {
        @Override
        public OptionalLong messages() {
            return OptionalLong.of(counted.getAsInt());
        }
    }

    private void say(Role role, ControlMessage message) {
        inbox.put(new Said(role, message));
    }

    private ThrowableAssertAlternative<IterationFailedException> assertFailure(
            Role role, Class<? extends ControlMessage> type) {
        return assertThatExceptionOfType(IterationFailedException.class).isThrownBy(() -> inbox.await(role, type));
    }
}
