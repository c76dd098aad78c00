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

/** A histogram as a JSON string: HdrHistogram's compressed encoding (V2) in Base64, as its log tools read it. */
final class HistogramJson extends TypeAdapter<Histogram> {

    @Override
    public void write(JsonWriter out, Histogram histogram) throws IOException {
        ByteBuffer encoded = ByteBuffer.allocate(histogram.getNeededByteBufferCapacity());
        int length = histogram.encodeIntoCompressedByteBuffer(encoded);
        byte[] bytes = new byte[length];
        encoded.get(0, bytes);
        out.value(Base64.getEncoder().encodeToString(bytes));
    }

    @Override
    public Histogram read(JsonReader in) throws IOException {
        byte[] bytes = Base64.getDecoder().decode(in.nextString());
        try {
            return Histogram.decodeFromCompressedByteBuffer(ByteBuffer.wrap(bytes), 0);
        } catch (DataFormatException e) {
            throw new JsonParseException("not a histogram", e);
        }
    }
}
