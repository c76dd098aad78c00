package org.ipcbench.workload;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.function.IntToLongFunction;
import org.ipcbench.measure.BatchTimer;
import org.ipcbench.measure.clock.CompilationClock;
import org.ipcbench.measure.clock.FakeClock;
import org.ipcbench.measure.result.Mark;
import org.ipcbench.measure.result.MeasurementConditions.WarmUpEnd;
import org.ipcbench.measure.sample.Recorder;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class WarmUpTest {
    private static final long MICRO = 1_000;
    private static final long LIMIT_NANOS = Duration.ofSeconds(1).toNanos();

    /** However soon the rate is steady. */
    private static final long MIN_NANOS = Duration.ofMillis(300).toNanos();

    /** So far may the last batch exceed a limit: twice the aim of a batch, as batches double until they reach it. */
    private static final long ONE_BATCH_NANOS = Duration.ofMillis(50).toNanos();

    private final FakeClock clock = new FakeClock();
    private CompilationClock compiled = () -> 7;

    @Test
    void steadyRateEndsItAfterTheLeastTime() throws IOException {
        PacedClient client = warmedUp(batch -> MICRO, LIMIT_NANOS);

        assertThat(clock.passedNanos()).isBetween(MIN_NANOS, MIN_NANOS + ONE_BATCH_NANOS);
        assertEndsWithTheOnlyBatchOfOne(client);
    }

    @Test
    void steadyRateEndsItAfterHalfOfAShortLimit() throws IOException {
        long limitNanos = 2 * MIN_NANOS * 9 / 10;
        warmedUp(batch -> MICRO, limitNanos);

        assertThat(clock.passedNanos()).isBetween(limitNanos / 2, limitNanos / 2 + ONE_BATCH_NANOS);
    }

    @Test
    void rateThatBecomesSteadyLaterEndsItThen() throws IOException {
        int steadyFrom = 16;
        PacedClient client = warmedUp(batch -> batch < steadyFrom ? unsteady(batch) : 3 * MICRO, LIMIT_NANOS);

        assertThat(clock.passedNanos())
                .isGreaterThan(MIN_NANOS + ONE_BATCH_NANOS)
                .isLessThan(LIMIT_NANOS / 2);
        assertThat(client.batches()).hasSize(steadyFrom + 6 + 1);
        assertEndsWithTheOnlyBatchOfOne(client);
    }

    @Test
    void scatterWithoutATrendIsSteady() throws IOException {
        warmedUp(batch -> (batch * 7 % 5 + 3) * MICRO, LIMIT_NANOS);

        assertThat(clock.passedNanos()).isLessThan(LIMIT_NANOS * 3 / 4);
    }

    @Test
    void rateThatScattersByItselfIsNotWaitedForToTheLimit() throws IOException {
        PacedClient client = warmedUp(WarmUpTest::unsteady, LIMIT_NANOS);

        assertThat(clock.passedNanos()).isBetween(LIMIT_NANOS / 2, LIMIT_NANOS / 2 + ONE_BATCH_NANOS);
        assertEndsWithTheOnlyBatchOfOne(client);
    }

    @ParameterizedTest
    @ValueSource(longs = {0, 1})
    void noTimeStillRunsOneBatch(long limitNanos) throws IOException {
        assertThat(warmedUp(batch -> MICRO, limitNanos).batches()).containsExactly(2L, 1L);
    }

    @Test
    void batchesGrowUntilTheyAreLongEnoughToJudge() throws IOException {
        List<Long> batches = warmedUp(batch -> 1_000 * MICRO, LIMIT_NANOS).batches();

        assertThat(batches).startsWith(2L, 4L, 8L, 16L, 32L, 32L, 32L);
        assertThat(batches.subList(4, batches.size() - 1)).containsOnly(32L);
    }

    @Test
    void messageTimeIsThatOfTheFastestOfTheLastFourBatches() throws IOException {
        long[] messageMicros = {1, 5, 2, 4, 3, 9};
        PacedClient client = new PacedClient(clock, batch -> messageMicros[batch] * MICRO);
        long fiveBatchesNanos = (2 * 1 + 4 * 5 + 8 * 2 + 16 * 4 + 32 * 3) * MICRO;

        WarmUpEnd end = warmUp(client).run(client, fiveBatchesNanos);

        assertThat(end.messageNanos()).isEqualTo(2.0 * MICRO);
        assertThat(end.messages()).isEqualTo(2 + 4 + 8 + 16 + 32 + 1);
        assertThat(client.batches()).containsExactly(2L, 4L, 8L, 16L, 32L, 1L);
    }

    @Test
    void serverServesExactlyTheBatchesOfTheClient() throws IOException {
        Deque<Long> batches =
                new ArrayDeque<>(warmedUp(batch -> MICRO, LIMIT_NANOS).batches());
        long measured = 1_000;
        batches.addLast(measured);

        long[] left = {0};
        Recorder received = new Recorder();
        BatchTimer part = new BatchTimer(received, clock, () -> 0, () -> Mark.UNKNOWN_CPU);
        WarmUpEnd end = new WarmUp(clock, () -> 7, part).serve(new ServerHalf() {
            @Override
            public MessageSizes sizes() {
                return new MessageSizes(1, 1);
            }

            @Override
            public boolean step() {
                received.countMessage();
                clock.advance(MICRO);
                left[0] = left[0] == 0 ? batches.removeFirst() - 1 : left[0] - 1;
                return left[0] == 0;
            }
        });

        assertThat(batches).containsExactly(measured);
        assertThat(end.messages()).isEqualTo(received.messages());
        assertThat(end.messageNanos()).isEqualTo((double) MICRO);
        assertThat(end.atLimit()).isFalse();
    }

    @Test
    void compilerThatHasJustWorkedKeepsItGoing() throws IOException {
        long restsFromNanos = LIMIT_NANOS * 7 / 10;
        compiled = () -> Math.min(clock.passedNanos(), restsFromNanos);

        WarmUpEnd end = warmUpEnd(batch -> MICRO);

        assertThat(clock.passedNanos()).isBetween(restsFromNanos, LIMIT_NANOS - ONE_BATCH_NANOS);
        assertThat(end.atLimit()).isFalse();
    }

    @Test
    void compilerThatNeverRestsEndsItAtTheLimit() throws IOException {
        compiled = clock::passedNanos;

        WarmUpEnd end = warmUpEnd(batch -> MICRO);

        assertThat(clock.passedNanos()).isBetween(LIMIT_NANOS - ONE_BATCH_NANOS, LIMIT_NANOS + ONE_BATCH_NANOS);
        assertThat(end.steady()).isTrue();
        assertThat(end.compiled()).isFalse();
        assertThat(end.atLimit()).isTrue();
    }

    @Test
    void slowMessagesGetAsManyCallsAsTheCompilerWantsToSee() throws IOException {
        long messageNanos = 140 * MICRO; // the least time has 2,142

        WarmUpEnd end = warmUpEnd(batch -> messageNanos);

        assertThat(end.messages()).isBetween(WarmUp.COMPILED_CALLS, WarmUp.COMPILED_CALLS + 2 * 256);
        assertThat(end.atLimit()).isFalse();
    }

    @Test
    void tooSlowMessagesEndItAtTheLimitWithoutHavingBeenCompiled() throws IOException {
        WarmUpEnd end = warmUpEnd(batch -> 1_000 * MICRO);

        assertThat(end.steady()).isTrue();
        assertThat(end.compiled()).isFalse();
    }

    @Test
    void unsteadyRateIsToldToo() throws IOException {
        WarmUpEnd end = warmUpEnd(WarmUpTest::unsteady);

        assertThat(end.steady()).isFalse();
        assertThat(end.compiled()).isTrue();
    }

    @Test
    void rehearsalFollowsUntilTheCompilerRestsAgain() throws IOException {
        long restsFromNanos = MIN_NANOS + LIMIT_NANOS * 7 / 10;
        compiled = () ->
                clock.passedNanos() < MIN_NANOS + ONE_BATCH_NANOS ? 0 : Math.min(clock.passedNanos(), restsFromNanos);
        PacedClient client = new PacedClient(clock, batch -> MICRO).rehearsing(10_000);

        WarmUpEnd end = warmUp(client).run(client, LIMIT_NANOS);

        assertThat(clock.passedNanos()).isBetween(restsFromNanos, restsFromNanos + ONE_BATCH_NANOS);
        assertThat(end.compiled()).isTrue();
        assertThat(end.messages())
                .isEqualTo(client.batches().stream().mapToLong(Long::longValue).sum());
        assertEndsWithTheOnlyBatchOfOne(client);
    }

    @Test
    void rehearsalThatKeepsTheCompilerAtWorkEndsAtTheLimitToo() throws IOException {
        compiled = () -> clock.passedNanos() < MIN_NANOS + ONE_BATCH_NANOS ? 0 : clock.passedNanos();
        PacedClient client = new PacedClient(clock, batch -> MICRO).rehearsing(10_000);

        WarmUpEnd end = warmUp(client).run(client, LIMIT_NANOS);

        assertThat(clock.passedNanos())
                .isBetween(MIN_NANOS + LIMIT_NANOS, MIN_NANOS + LIMIT_NANOS + 2 * ONE_BATCH_NANOS);
        assertThat(end.compiled()).isFalse();
        assertEndsWithTheOnlyBatchOfOne(client);
    }

    private WarmUpEnd warmUpEnd(IntToLongFunction messageNanosOfBatch) throws IOException {
        PacedClient client = new PacedClient(clock, messageNanosOfBatch);
        return warmUp(client).run(client, LIMIT_NANOS);
    }

    private WarmUp warmUp(PacedClient client) {
        return new WarmUp(clock, () -> compiled.nanos(), client.watchedPart());
    }

    private PacedClient warmedUp(IntToLongFunction messageNanosOfBatch, long limitNanos) throws IOException {
        PacedClient client = new PacedClient(clock, messageNanosOfBatch);
        warmUp(client).run(client, limitNanos);
        return client;
    }

    /** Every other batch is a third slower. */
    private static long unsteady(int batch) {
        return Math.round(50 * MICRO * Math.pow(0.95, batch));
    }

    private static void assertEndsWithTheOnlyBatchOfOne(PacedClient client) {
        List<Long> batches = client.batches();
        assertThat(batches).endsWith(1L);
        assertThat(batches.subList(0, batches.size() - 1)).isNotEmpty().allMatch(messages -> messages >= 2);
    }
}
