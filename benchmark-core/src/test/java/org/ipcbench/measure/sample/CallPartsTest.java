package org.ipcbench.measure.sample;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import org.junit.jupiter.api.Test;

final class CallPartsTest {
    private static final long READING = 25;
    private static final int CALLS = 10_000;

    private final Recorder recorder = new Recorder();
    private long now;
    private long readings;

    /** Each reading takes its time. */
    private long reading() {
        readings++;
        now += READING;
        return now;
    }

    private CallParts.Meter meter() {
        CallParts.Meter meter = new CallParts.Meter(this::reading, 203.5, 0);
        readings = 0;
        return meter;
    }

    private void call(CallParts.Meter meter, long request, long between, long answer) {
        meter.beginRequest();
        now += request;
        meter.endRequest();
        now += between;
        meter.beginAnswer();
        now += answer;
        meter.endAnswer();
        meter.endCall();
    }

    @Test
    void partsAreMediansWithoutTheClock() {
        CallParts.Meter meter = meter();
        for (int i = 0; i < CALLS; i++) {
            call(meter, i % 10 == 0 ? 90_000 : 900, 20_000, 3_000);
        }
        meter.endBatch(recorder);

        CallParts parts = recorder.parts().orElseThrow();
        assertThat(parts.readingNanos()).isEqualTo(READING);
        assertThat(parts.bytes()).isEqualTo(203.5);
        assertThat(parts.requestNanos()).isCloseTo(900, within(2.0));
        assertThat(parts.betweenNanos()).isCloseTo(20_000, within(20.0));
        assertThat(parts.answerNanos()).isCloseTo(3_000, within(3.0));
        assertThat(parts.samples()).isBetween(CALLS / 17L, CALLS / 15L);
        assertThat(readings).isEqualTo(parts.samples() * CallParts.READINGS_A_CALL);
    }

    /** The client's wait is the transport's time and the server's, without the server's readings of the clock. */
    @Test
    void sidesTimeDifferentCalls() {
        CallParts.Meter client = meter();
        CallParts.Meter server = new CallParts.Meter(this::reading, 203.5, 1);
        for (int i = 0; i < CALLS; i++) {
            client.beginRequest();
            client.endRequest();
            now += 700;
            call(server, 1_000, 500, 2_000);
            client.beginAnswer();
            client.endAnswer();
            client.endCall();
        }
        client.endBatch(recorder);

        assertThat(recorder.parts().orElseThrow().betweenNanos()).isCloseTo(4_200, within(4.0));
        server.endBatch(recorder);
        assertThat(recorder.parts().orElseThrow().betweenNanos()).isCloseTo(500, within(1.0));
    }

    @Test
    void eachBatchHasItsOwnParts() {
        CallParts.Meter meter = meter();
        for (int i = 0; i < CALLS; i++) {
            call(meter, 9_000, 9_000, 9_000);
        }
        meter.endBatch(recorder);
        recorder.reset();
        assertThat(recorder.parts()).isEmpty();
        for (int i = 0; i < CALLS; i++) {
            call(meter, 100, 200, 300);
        }
        meter.endBatch(recorder);

        assertThat(recorder.parts().orElseThrow().requestNanos()).isCloseTo(100, within(2.0));
    }

    @Test
    void severalConnectionsCountByTheirSamples() {
        CallParts few = new CallParts(1, 100, 10, 20, 30, 40);
        CallParts many = new CallParts(3, 200, 50, 60, 70, 80);

        assertThat(CallParts.ofAll(List.of(few, many))).hasValue(new CallParts(4, 175, 40, 50, 60, 70));
        assertThat(CallParts.ofAll(List.of())).isEmpty();
    }
}
