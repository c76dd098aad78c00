package org.ipcbench.measure;

import com.google.gson.JsonParseException;
import com.google.gson.TypeAdapter;
import com.google.gson.stream.JsonReader;
import com.google.gson.stream.JsonWriter;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Base64;
import java.util.zip.DataFormatException;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.PackedHistogram;

/**
 * A histogram as a JSON string: HdrHistogram's compressed encoding (V2) in Base64, as its log tools read it. What was read
 * is packed, because a run keeps that of every iteration, and one that reaches up to an hour would take 270 KB each.
 */
final class HistogramJson extends TypeAdapter<Histogram> {

    @Override
    public void write(JsonWriter out, Histogram histogram) throws IOException {
        out.value(Base64.getEncoder().encodeToString(Tally.compressed(histogram)));
    }

    @Override
    public Histogram read(JsonReader in) throws IOException {
        byte[] bytes = Base64.getDecoder().decode(in.nextString());
        try {
            return PackedHistogram.decodeFromCompressedByteBuffer(ByteBuffer.wrap(bytes), 0);
        } catch (DataFormatException e) {
            throw new JsonParseException("not a histogram", e);
        }
    }
}
