package org.ipcbench.measure.result;

import com.google.gson.JsonParseException;
import com.google.gson.TypeAdapter;
import com.google.gson.stream.JsonReader;
import com.google.gson.stream.JsonWriter;
import java.io.IOException;
import java.util.Base64;
import java.util.zip.DataFormatException;
import org.HdrHistogram.Histogram;

/**
 * A histogram as a JSON string: its compressed encoding in Base64. A histogram read from JSON is packed, because a run
 * keeps many.
 */
final class HistogramJson extends TypeAdapter<Histogram> {

    @Override
    public void write(JsonWriter out, Histogram histogram) throws IOException {
        out.value(Base64.getEncoder().encodeToString(HistogramCodec.compress(histogram)));
    }

    @Override
    public Histogram read(JsonReader in) throws IOException {
        byte[] bytes = Base64.getDecoder().decode(in.nextString());
        try {
            return HistogramCodec.decompress(bytes);
        } catch (DataFormatException e) {
            throw new JsonParseException("not a histogram", e);
        }
    }
}
