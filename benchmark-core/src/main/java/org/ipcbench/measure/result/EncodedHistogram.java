package org.ipcbench.measure.result;

import com.google.gson.TypeAdapter;
import com.google.gson.annotations.JsonAdapter;
import com.google.gson.stream.JsonReader;
import com.google.gson.stream.JsonToken;
import com.google.gson.stream.JsonWriter;
import java.io.IOException;
import org.HdrHistogram.Histogram;

/**
 * A histogram as {@link HistogramJson} writes it. It is decoded where it is needed, which is faster than reading it into a packed one, and takes less
 * memory.
 *
 * @param text the encoding
 */
@JsonAdapter(EncodedHistogram.Json.class)
public record EncodedHistogram(String text) {
    /** Encodes a histogram. */
    public static EncodedHistogram of(Histogram histogram) {
        return new EncodedHistogram(HistogramJson.encoded(histogram));
    }

    /** Decodes it, into one with a count for each possible value. */
    public Histogram decoded() {
        return HistogramJson.decoded(text);
    }

    /** Reads both forms of {@link HistogramJson}. */
    static final class Json extends TypeAdapter<EncodedHistogram> {
        @Override
        public void write(JsonWriter out, EncodedHistogram histogram) throws IOException {
            out.value(histogram.text);
        }

        @Override
        public EncodedHistogram read(JsonReader in) throws IOException {
            if (in.peek() == JsonToken.BEGIN_ARRAY) {
                return of(new HistogramJson().read(in));
            }
            EncodedHistogram read = new EncodedHistogram(in.nextString());
            read.decoded(); // a damaged record is found here, and not where a figure is shown
            return read;
        }
    }
}
