package org.ipcbench.measure;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.ipcbench.measure.clock.FakeClock;
import org.ipcbench.measure.meter.MeasuringThread;
import org.ipcbench.measure.result.Mark;
import org.ipcbench.measure.result.Mark.Meanwhile;
import org.ipcbench.measure.result.MeasurementConditions.Gaps;
import org.ipcbench.measure.result.Stalls;
import org.ipcbench.measure.sample.Recorder;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class BatchTimerTest {
    private static final long MESSAGE_NANOS = 1_000;
    private static final long WAIT_NANOS = 77_000_000;
    private static final long STANDSTILL_NANOS = 300_000_000;

    private final FakeClock clock = new FakeClock();
    private final Recorder recorder = new Recorder();
    private final int[] cpu = {3};
    private long besideStart;
    private final List<Long> progress = new ArrayList<>();
    /** A thread that never waits without spinning. */
    private final BatchTimer part = new BatchTimer(recorder, clock, clock::passedNanos, () -> cpu[0], progress::add);

    private void served(long messages) {
        for (long message = 0; message < messages; message++) {
            clock.advance(MESSAGE_NANOS);
            recorder.countMessage();
            if (part.isDue()) {
                part.checkClock();
            }
        }
        part.end();
    }

    @ParameterizedTest
    @CsvSource({"500000000, 500000", "500000000, 125000", "1000000, 500000", "500000000, 1000000"})
    void aServerHasSixteenMarksHoweverLongItTakes(long expectedNanos, long messages) {
        part.await(expectedNanos, MESSAGE_NANOS);
        clock.advance(WAIT_NANOS);
        served(messages);

        assertThat(part.marks()).hasSizeBetween(16, 34).allMatch(mark -> mark.cpu() == 3);
        assertThat(part.marks().get(0).messages()).isOne();
        assertThat(part.marks().get(part.marks().size() - 1).messages()).isEqualTo(messages);
    }

    @ParameterizedTest
    @CsvSource({"1000", "2", "5"})
    void theWaitForTheFirstMessageIsNotCharged(long messages) {
        part.await(0, MESSAGE_NANOS);
        clock.advance(WAIT_NANOS);
        served(messages);

        assertThat(part.cpuNanos()).isEqualTo(messages * MESSAGE_NANOS);
        assertThat(part.messageNanos()).isEqualTo((double) MESSAGE_NANOS);
        assertThat(part.elapsedNanos()).isEqualTo(WAIT_NANOS + messages * MESSAGE_NANOS);
    }

    @Test
    void stallsAreNotedOnlyIfSomebodyAsks() {
        assertThat(part.stallLog()).isNull();
        assertThat(part.stalls()).isEqualTo(Stalls.UNKNOWN);

        part.watchStalls();
        Objects.requireNonNull(part.stallLog()).add(7);

        assertThat(part.stalls().observedNanos()).isEqualTo(7);
    }

    @Test
    void aServerThatStandsStillNotesHowLong() {
        part.await(1_000_000_000, MESSAGE_NANOS);
        clock.advance(WAIT_NANOS);
        for (int message = 0; message < 5_000; message++) {
            clock.advance(message == 3_000 ? STANDSTILL_NANOS : MESSAGE_NANOS);
            recorder.countMessage();
            if (part.isDue()) {
                part.checkClock();
            }
        }
        part.end();

        long lookNanos = BatchTimer.messagesPerLook(1_000_000_000, MESSAGE_NANOS) * MESSAGE_NANOS;
        assertThat(part.gaps().longestNanos()).isBetween(STANDSTILL_NANOS, STANDSTILL_NANOS + lookNanos);
        assertThat(part.gaps().count()).isEqualTo(5_000 * MESSAGE_NANOS / lookNanos);
    }

    @Test
    void aClientThatStandsStillNotesHowLong() {
        part.beginLasting(1_000_000_000);
        for (int look = 0; look < 100; look++) {
            clock.advance(look == 42 ? STANDSTILL_NANOS : MESSAGE_NANOS);
            part.checkClock();
        }
        part.end();

        assertThat(part.gaps()).isEqualTo(new Gaps(STANDSTILL_NANOS, 100));
    }

    /** Also what the JVM did: here a collection after half of the time. */
    @Test
    void marksTellWhatHappenedBeforeThem() {
        BatchTimer besideJvm = new BatchTimer(recorder, clock, clock::passedNanos, new MeasuringThread() {
            @Override
            public int cpu() {
                return 3;
            }

            @Override
            public long collections() {
                return clock.nanos() - besideStart < 500_000_000 ? 7 : 8;
            }
        });
        besideStart = clock.nanos();
        besideJvm.beginLasting(1_000_000_000);
        for (int look = 0; look < 1_000; look++) {
            clock.advance(look == 900 ? STANDSTILL_NANOS : 1_000_000);
            besideJvm.checkClock();
        }
        besideJvm.end();

        assertThat(besideJvm.marks().stream().flatMap(mark -> Stream.ofNullable(mark.meanwhile())))
                .containsExactly(new Meanwhile(1, 0, 0), new Meanwhile(0, 0, STANDSTILL_NANOS));
    }

    /** A receiver empties full buffers until then; should it stand still, it notes that itself. */
    @Test
    void aClientsWaitForTheAcknowledgementIsNoStandstill() {
        part.beginLasting(1_000_000_000);
        for (int look = 0; look < 100; look++) {
            clock.advance(MESSAGE_NANOS);
            part.checkClock();
        }
        clock.advance(STANDSTILL_NANOS);
        part.end();

        assertThat(part.gaps().longestNanos()).isEqualTo(MESSAGE_NANOS);
    }

    @Test
    void aBatchWithoutLooksKnowsOfNoGap() {
        part.begin(1_000, MESSAGE_NANOS);
        clock.advance(STANDSTILL_NANOS);
        part.mark();
        part.end();

        assertThat(part.gaps()).isEqualTo(Gaps.NONE);
    }

    @Test
    void theOnlyMessageIsChargedWithItsWait() {
        part.await(0, MESSAGE_NANOS);
        clock.advance(WAIT_NANOS);
        clock.advance(MESSAGE_NANOS);
        recorder.countMessage();
        part.end();

        assertThat(part.cpuNanos()).isEqualTo(WAIT_NANOS + MESSAGE_NANOS);
        assertThat(part.marks()).containsExactly(new Mark(clock.nanos(), 1, 3));
    }

    @Test
    void aServerLooksAtTheClockAboutEvery100Micros() {
        part.await(0, MESSAGE_NANOS);
        int looks = clock.looks();
        served(1_001);

        assertThat(clock.looks() - looks).isEqualTo(1 + 10 + 1);
    }

    /** Never for each message, which would cost time. */
    @Test
    void progressIsToldAtTheLooksAndAtTheEnd() {
        part.await(0, MESSAGE_NANOS);
        served(1_050);

        assertThat(progress).startsWith(1L, 101L, 201L).endsWith(1_001L, 1_050L).hasSize(1 + 10 + 1);
    }

    @Test
    void progressOfACountedBatchIsToldAtItsMarks() {
        part.begin(10_000, MESSAGE_NANOS);
        recorder.countMessage();
        part.mark();
        recorder.countMessage();
        part.end();

        assertThat(progress).containsExactly(1L, 2L);
    }

    @Test
    void aClientIsChargedFromItsBeginning() {
        part.beginLasting(1_000_000);
        cpu[0] = 0;
        served(500);

        assertThat(part.cpuNanos()).isEqualTo(500 * MESSAGE_NANOS);
        assertThat(part.marks().get(0).cpu()).isEqualTo(3);
        assertThat(part.marks().get(part.marks().size() - 1).cpu()).isZero();
    }
}
