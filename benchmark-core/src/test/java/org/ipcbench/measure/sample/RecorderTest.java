package org.ipcbench.measure.sample;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class RecorderTest {
    private final Recorder recorder = new Recorder();

    @Test
    void countsMessagesApartFromLatencies() {
        recorder.countMessage();
        recorder.countMessage();
        recorder.recordLatency(700);

        assertThat(recorder.messages()).isEqualTo(2);
        assertThat(recorder.latencies().getTotalCount()).isOne();
        assertThat(recorder.latencies().getMaxValue()).isEqualTo(700);
    }

    @Test
    void latenciesAreACopy() {
        recorder.recordLatency(700);
        Histogram before = recorder.latencies();
        recorder.recordLatency(900);

        assertThat(before.getTotalCount()).isOne();
    }

    @Test
    void resetForgetsEverything() {
        recorder.countMessage();
        recorder.recordLatency(700);

        recorder.reset();

        assertThat(recorder.messages()).isZero();
        assertThat(recorder.latencies().getTotalCount()).isZero();
    }

    @Test
    void keepsThreeDigitsUpToAnHour() {
        long hour = Duration.ofHours(1).toNanos();

        recorder.recordLatency(hour);

        assertThat(recorder.latencies().getMaxValue()).isBetween(hour, hour + hour / 1_000);
    }

    @ParameterizedTest
    @ValueSource(longs = {3_600_000_000_001L, Long.MAX_VALUE})
    void latencyBeyondAnHourCountsAsAnHour(long nanos) {
        long hour = Duration.ofHours(1).toNanos();

        recorder.recordLatency(nanos);

        assertThat(recorder.latencies().getMaxValue()).isBetween(hour, hour + hour / 1_000);
    }

    @Test
    void firstTimedMessagesAreKeptWithTheirEnds() {
        long[] now = {100};
        recorder.keepSamples(2, () -> now[0]++);
        recorder.recordLatency(7);
        recorder.reset();
        for (long nanos = 10; nanos < 13; nanos++) {
            recorder.recordLatency(nanos);
        }

        assertThat(recorder.samples()).containsExactly(101, 10, 102, 11);
        assertThat(recorder.sampleNumbers()).isEqualTo(4);
        assertThat(recorder.latencies().getTotalCount()).isEqualTo(3);
    }

    @Test
    void slowestAreKeptBesideAllOthers() {
        long[] now = {100};
        recorder.keepSlowest(() -> now[0]);
        recorder.keepSamples(100, () -> now[0]++);
        for (long nanos = 1; nanos <= 40; nanos++) {
            recorder.recordLatency(nanos);
        }

        assertThat(recorder.slowest())
                .extracting(Recorder.SlowMessage::nanos)
                .contains(40L)
                .doesNotContain(1L);
        assertThat(recorder.sampleNumbers()).isEqualTo(80);
    }

    @Test
    void negativeLatencyIsAnError() {
        assertThatThrownBy(() -> recorder.recordLatency(-1)).isInstanceOf(IndexOutOfBoundsException.class);
    }
}
