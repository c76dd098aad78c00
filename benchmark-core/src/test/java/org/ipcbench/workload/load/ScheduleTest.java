package org.ipcbench.workload.load;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.ipcbench.workload.Extent;
import org.ipcbench.workload.message.Payload;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class ScheduleTest {
    private static final Load POISSON = new Load(
            new Extent.Period(1_000_000_000), 64, Payload.TOUCHED, 1_000, new ArrivalPattern.Poisson(), Pacing.SPIN);

    @Test
    void evenGapsDoNotAddUpTheirRounding() {
        Schedule schedule = new ArrivalPattern.Constant().schedule(1e9 / 3, 0.5, 0);

        long[] times = LongStream.generate(schedule::next).limit(3_000_001).toArray();

        assertThat(times[0]).isEqualTo(166_666_666L);
        assertThat(times[3_000_000]).isCloseTo(1_000_000_166_666_666L, within(1L));
    }

    @Test
    void messagesOfABurstAreDueAtOnceAndKeepTheMeanRate() {
        Schedule schedule = new ArrivalPattern.Burst(3).schedule(100, 0.5, 0);

        assertThat(LongStream.generate(schedule::next).limit(7))
                .containsExactly(150L, 150L, 150L, 450L, 450L, 450L, 750L);
    }

    @Test
    void recordedTimesAreStretchedToTheMeanGapAndBeginAgain() {
        ArrivalPattern recorded = new ArrivalPattern.Recorded("trace:calls", List.of(0L, 10L, 10L, 60L));

        assertThat(LongStream.generate(recorded.schedule(20, 0.5, 0)::next).limit(6))
                .as("as they were")
                .containsExactly(10L, 20L, 20L, 70L, 90L, 100L);
        assertThat(LongStream.generate(recorded.schedule(10, 0.5, 0)::next).limit(5))
                .as("twice as fast")
                .containsExactly(5L, 10L, 10L, 35L, 45L);
        assertThat(LongStream.generate(recorded.schedule(0, 0.5, 0)::next).limit(5))
                .containsOnly(0L);
    }

    @Test
    void poissonGapsHaveTheirMeanAndAsGreatADeviation() {
        Schedule schedule = new ArrivalPattern.Poisson().schedule(1_000, 0.5, 7);
        long before = 0;
        double sum = 0;
        double squares = 0;
        final int count = 1_000_000;
        for (int i = 0; i < count; i++) {
            long next = schedule.next();
            double gap = next - before;
            sum += gap;
            squares += gap * gap;
            before = next;
        }

        double mean = sum / count;
        assertThat(mean).isCloseTo(1_000, within(5.0));
        assertThat(Math.sqrt(squares / count - mean * mean)).isCloseTo(1_000, within(10.0));
    }

    @Test
    void roundsAndSendersHaveTimesOfTheirOwnAndTransportsTheSame() {
        long first = POISSON.inRound(1).dueTimes().scheduleOf(1_000).next();

        assertThat(POISSON.inRound(1).dueTimes().scheduleOf(1_000).next()).isEqualTo(first);
        assertThat(POISSON.inRound(2).dueTimes().scheduleOf(1_000).next()).isNotEqualTo(first);
        assertThat(POISSON.inRound(1).share(1, 2).dueTimes().scheduleOf(1_000).next())
                .isNotEqualTo(first);
    }

    /** No two clients send at once, and all together keep the gaps that one of them alone would have. */
    @Test
    void evenTimesOfSeveralClientsTakeTurns() {
        final int clients = 3;
        Load whole = new Load(
                new Extent.Period(1_000_000_000),
                64,
                Payload.TOUCHED,
                1_000,
                new ArrivalPattern.Constant(),
                Pacing.SPIN);

        List<Long> times = IntStream.range(0, clients)
                .mapToObj(client -> whole.share(client, clients))
                .flatMapToLong(load -> {
                    Schedule schedule = load.dueTimes().schedule();
                    return LongStream.generate(schedule::next).limit(100);
                })
                .sorted()
                .boxed()
                .toList();

        assertThat(IntStream.range(1, times.size()).mapToObj(i -> times.get(i) - times.get(i - 1)))
                .allSatisfy(gap -> assertThat(gap).isCloseTo(1_000_000L, within(1L)));
    }

    @Test
    void burstsOfSeveralClientsTakeTurnsToo() {
        Load whole = new Load(
                new Extent.Period(1_000_000_000),
                64,
                Payload.TOUCHED,
                1_000,
                new ArrivalPattern.Burst(10),
                Pacing.SPIN);

        assertThat(IntStream.range(0, 2)
                        .mapToObj(client -> whole.share(client, 2))
                        .map(load -> load.dueTimes().schedule().next()))
                .containsExactly(5_000_000L, 15_000_000L);
    }

    @Test
    void whatIsDueIsCountedAndFarAheadEstimated() {
        assertThat(new ArrivalPattern.Constant().schedule(10, 0.5, 0).dueBefore(1_000, 10))
                .isEqualTo(100);
        assertThat(new ArrivalPattern.Constant().schedule(1, 0.5, 0).dueBefore(1_000_000_000, 1))
                .isCloseTo(1_000_000_000L, within(1L));
    }

    @ParameterizedTest
    @ValueSource(strings = {"constant", "poisson", "burst:2", "burst:100000"})
    void patternsAreReadAsTheyAreWritten(String label) {
        assertThat(ArrivalPattern.labelled(label))
                .hasValueSatisfying(pattern -> assertThat(pattern.label()).isEqualTo(label));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"", "burst", "burst:", "burst:1", "burst:0", "burst:-2", "burst:100001", "burst:9999999", "even"
            })
    void otherPatternsThereAreNone(String label) {
        assertThat(ArrivalPattern.labelled(label)).isEmpty();
    }
}
