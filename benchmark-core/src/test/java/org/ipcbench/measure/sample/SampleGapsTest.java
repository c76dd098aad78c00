package org.ipcbench.measure.sample;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class SampleGapsTest {
    private static final int GAPS = 10_000;

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 16, 1 << 20})
    void gapsAreSpreadAroundTheirMean(long mean) {
        long[] gaps = gaps(mean);

        assertThat(LongStream.of(gaps)).allMatch(gap -> gap >= 1 && gap < 2 * mean);
        assertThat(LongStream.of(gaps).average().orElseThrow()).isCloseTo((double) mean, within(0.02 * mean));
        assertThat(LongStream.of(gaps).distinct().count()).isGreaterThanOrEqualTo(Math.min(2 * mean - 1, GAPS / 2));
    }

    @Test
    void everyIterationHasTheSameGaps() {
        assertThat(gaps(64)).isEqualTo(gaps(64));
    }

    private static long[] gaps(long mean) {
        SampleGaps gaps = new SampleGaps(mean);
        return LongStream.generate(gaps::next).limit(GAPS).toArray();
    }
}
