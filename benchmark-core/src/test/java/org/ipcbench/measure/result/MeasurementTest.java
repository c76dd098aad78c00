package org.ipcbench.measure.result;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import com.google.gson.Gson;
import org.junit.jupiter.api.Test;

final class MeasurementTest {

    @Test
    void ratesAreMessagesAndVolumeOverTime() {
        Measurement measurement = Iteration.of(300, 1.5);

        assertThat(measurement.seconds()).isEqualTo(1.5);
        assertThat(measurement.bytes()).isEqualTo(300L * Iteration.SIZE_BYTES);
        assertThat(measurement.messagesPerSecond()).isEqualTo(200);
        assertThat(measurement.mebibytesPerSecond()).isEqualTo(200);
    }

    @Test
    void volumeBeyondTheIntRangeIsExact() {
        assertThat(Iteration.of(1 << 20, 1).bytes()).isEqualTo(1L << 40);
    }

    @Test
    void timestampCostIsTheShareOfSampledMessages() {
        // a sample of 60 ns in every message of 12 µs
        assertThat(Iteration.of(1_000, 0.012).timestampCost()).isEqualTo(0.005);
    }

    @Test
    void measurementWithoutMessagesOrTimeIsRefused() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Iteration.of(0, 1))
                .withMessageContaining("not 0 in 1000000000 ns");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Iteration.of(1, 0))
                .withMessageContaining("not 1 in 0 ns");
    }

    @Test
    void survivesJson() {
        Gson gson = new Gson();
        Measurement measurement = Iteration.of(300, 1.5, 800, 1_200_000);

        assertThat(gson.fromJson(gson.toJson(measurement), Measurement.class)).isEqualTo(measurement);
    }
}
