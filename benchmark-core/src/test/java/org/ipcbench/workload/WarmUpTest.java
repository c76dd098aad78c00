package org.ipcbench.workload;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.function.IntToLongFunction;
import org.ipcbench.measure.FakeClock;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class WarmUpTest {
    private static final long MICRO = 1_000;
    private static final long LIMIT_NANOS = Duration.ofSeconds(1).toNanos();

    /** So far may the last batch exceed a limit: twice the aim of a batch, as batches double until they reach it. */
    private static final long ONE_BATCH_NANOS = Duration.ofMillis(50).toNanos();

    private final FakeClock clock = new FakeClock();

    @Test
    void steadyRateEndsItAfterHalfTheLimit() throws IOException {
        PacedClient client = warmedUp(batch -> MICRO, LIMIT_NANOS);

        assertThat(clock.passedNanos()).isBetween(LIMIT_NANOS / 2, LIMIT_NANOS / 2 + ONE_BATCH_NANOS);
        assertEndsWithTheOnlyBatchOfOne(client);
    }

    @Test
    void rateThatBecomesSteadyLaterEndsItThen() throws IOException {
        int steadyFrom = 24;
        PacedClient client = warmedUp(batch -> batch < steadyFrom ? unsteady(batch) : 3 * MICRO, LIMIT_NANOS);

        assertThat(clock.passedNanos()).isGreaterThan(LIMIT_NANOS / 2).isLessThan(LIMIT_NANOS);
        assertThat(client.batches()).hasSize(steadyFrom + 4 + 1);
        assertEndsWithTheOnlyBatchOfOne(client);
    }

    @Test
    void limitEndsItWhereTheRateIsNeverSteady() throws IOException {
        PacedClient client = warmedUp(WarmUpTest::unsteady, LIMIT_NANOS);

        assertThat(clock.passedNanos()).isBetween(LIMIT_NANOS - ONE_BATCH_NANOS, LIMIT_NANOS + ONE_BATCH_NANOS);
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

        assertThat(new WarmUp(clock, fiveBatchesNanos).run(client)).isEqualTo(2.0 * MICRO);
        assertThat(client.batches()).containsExactly(2L, 4L, 8L, 16L, 32L, 1L);
    }

    @Test
    void serverServesExactlyTheBatchesOfTheClient() throws IOException {
        Deque<Long> batches =
                new ArrayDeque<>(warmedUp(batch -> MICRO, LIMIT_NANOS).batches());
        long measured = 1_000;
        batches.addLast(measured);

        WarmUp.serve(new ServerHalf() {
            @Override
            public boolean step() {
                throw new UnsupportedOperationException("batches only");
            }

            @Override
            public long batch() {
                return batches.removeFirst();
            }
        });

        assertThat(batches).containsExactly(measured);
    }

    private PacedClient warmedUp(IntToLongFunction messageNanosOfBatch, long limitNanos) throws IOException {
        PacedClient client = new PacedClient(clock, messageNanosOfBatch);
        new WarmUp(clock, limitNanos).run(client);
        return client;
    }

    /** Every other batch is a third slower. */
    private static long unsteady(int batch) {
        return batch % 2 == 0 ? 3 * MICRO : 4 * MICRO;
    }

    private static void assertEndsWithTheOnlyBatchOfOne(PacedClient client) {
        List<Long> batches = client.batches();
        assertThat(batches).endsWith(1L);
        assertThat(batches.subList(0, batches.size() - 1)).isNotEmpty().allMatch(messages -> messages >= 2);
    }
}
