package org.ipcbench.measure.result;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.gson.Gson;
import com.google.gson.JsonObject;
import com.google.gson.JsonParseException;
import com.google.gson.JsonParser;
import java.util.Base64;
import java.util.List;
import org.HdrHistogram.Histogram;
import org.ipcbench.measure.sample.Losses;
import org.ipcbench.measure.sample.Recorder;
import org.junit.jupiter.api.Test;

final class HistogramJsonTest {
    private final Gson gson = new Gson();
    private final Recorder recorder = new Recorder();

    @Test
    void emptyHistogramSurvives() {
        ConnectionMeasurement measurement = measurement();

        assertThat(gson.fromJson(gson.toJson(measurement), ConnectionMeasurement.class))
                .isEqualTo(measurement);
    }

    @Test
    void everyLatencySurvives() {
        for (long nanos = 1; nanos < 1_000_000_000_000L; nanos *= 3) {
            recorder.recordLatency(nanos);
        }

        Histogram read = gson.fromJson(gson.toJson(measurement()), ConnectionMeasurement.class)
                .latencies();

        assertThat(read).isEqualTo(recorder.latencies());
        assertThat(read.getTotalCount()).isEqualTo(26);
        assertThat(read.getValueAtPercentile(50)).isEqualTo(recorder.latencies().getValueAtPercentile(50));
    }

    /** A run of a thousand iterations keeps a thousand of them. */
    @Test
    void histogramThatWasReadTakesLittleMemory() {
        for (int i = 0; i < 1_000_000; i++) {
            recorder.recordLatency(50_000 + i % 5_000);
        }

        Histogram read = gson.fromJson(gson.toJson(measurement()), ConnectionMeasurement.class)
                .latencies();

        assertThat(read.getEstimatedFootprintInBytes()).isLessThan(16 << 10);
        assertThat(read).isEqualTo(recorder.latencies());
    }

    @Test
    void valuesWithCountsOfAnotherProgramAreRead() {
        recorder.recordLatency(812);
        recorder.recordLatency(812);
        recorder.recordLatency(3_000_000_000L);
        JsonObject json = gson.toJsonTree(measurement()).getAsJsonObject();
        json.add("latencies", JsonParser.parseString("[[812,2],[3000000000,1]]"));

        assertThat(gson.fromJson(json, ConnectionMeasurement.class).latencies()).isEqualTo(recorder.latencies());
    }

    @Test
    void encodedHistogramIsReadAsItIsFromBothFormsAndRefusedIfDamaged() {
        recorder.recordLatency(812);
        EncodedHistogram encoded = EncodedHistogram.of(recorder.latencies());
        String json = gson.toJson(encoded);

        assertThat(gson.toJsonTree(encoded))
                .isEqualTo(gson.toJsonTree(measurement()).getAsJsonObject().get("latencies"));
        assertThat(gson.fromJson(json, EncodedHistogram.class)).isEqualTo(encoded);
        assertThat(gson.fromJson("[[812,1]]", EncodedHistogram.class).decoded()).isEqualTo(recorder.latencies());
        assertThatThrownBy(() -> gson.fromJson("\"AAAA\"", EncodedHistogram.class))
                .isInstanceOf(RuntimeException.class);
    }

    @Test
    void impossibleCountsAreRefused() {
        JsonObject json = gson.toJsonTree(measurement()).getAsJsonObject();
        for (String counts : List.of("[[-1,1]]", "[[1,0]]", "[[1]]", "[1]", "{}")) {
            json.add("latencies", JsonParser.parseString(counts));

            assertThatThrownBy(() -> gson.fromJson(json, ConnectionMeasurement.class))
                    .as(counts)
                    .isInstanceOfAny(JsonParseException.class, IllegalStateException.class);
        }
    }

    @Test
    void malformedHistogramIsRefused() {
        JsonObject json = gson.toJsonTree(measurement()).getAsJsonObject();
        json.addProperty("latencies", Base64.getEncoder().encodeToString(new byte[64]));

        assertThatThrownBy(() -> gson.fromJson(json, ConnectionMeasurement.class))
                .isInstanceOfAny(JsonParseException.class, IllegalArgumentException.class);
    }

    private ConnectionMeasurement measurement() {
        return new ConnectionMeasurement(10, new Losses(2, 0, 0, 1), 5, 2_000, recorder.latencies());
    }
}
