package org.ipcbench.measure.result;

import com.google.gson.JsonParseException;
import com.google.gson.TypeAdapter;
import com.google.gson.stream.JsonReader;
import com.google.gson.stream.JsonToken;
import com.google.gson.stream.JsonWriter;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Base64;
import java.util.zip.DataFormatException;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.PackedHistogram;
import org.ipcbench.measure.sample.Recorder;

/**
 * A histogram as a JSON string: its compressed encoding in Base64. Programs without a library for that write a list of
 * values with their counts instead: {@code [[812,3],[3000,1]]}. A histogram read from JSON is packed, because a run keeps many.
 */
final class HistogramJson extends TypeAdapter<Histogram> {
    private static final String NO_HISTOGRAM = "not a histogram";

    @Override
    public void write(JsonWriter out, Histogram histogram) throws IOException {
        out.value(encoded(histogram));
    }

    /** The compressed encoding in Base64. */
    static String encoded(Histogram histogram) {
        return Base64.getEncoder().encodeToString(HistogramCodec.compress(histogram));
    }

    /** Decodes that into a histogram that is not packed. */
    static Histogram decoded(String text) {
        try {
            return Histogram.decodeFromCompressedByteBuffer(
                    ByteBuffer.wrap(Base64.getDecoder().decode(text)), 0);
        } catch (DataFormatException e) {
            throw new JsonParseException(NO_HISTOGRAM, e);
        }
    }

    @Override
    public Histogram read(JsonReader in) throws IOException {
        if (in.peek() == JsonToken.BEGIN_ARRAY) {
            return readCounts(in);
        }
        byte[] bytes = Base64.getDecoder().decode(in.nextString());
        try {
            return HistogramCodec.decompress(bytes);
        } catch (DataFormatException e) {
            throw new JsonParseException(NO_HISTOGRAM, e);
        }
    }

    private static Histogram readCounts(JsonReader in) throws IOException {
        Histogram histogram = new PackedHistogram(Recorder.MAX_LATENCY_NANOS, Recorder.SIGNIFICANT_DIGITS);
        in.beginArray();
        while (in.hasNext()) {
            in.beginArray();
            long value = in.nextLong();
            long count = in.nextLong();
            in.endArray();
            if (value < 0 || count < 1) {
                throw new JsonParseException("no value %d occurs %d times".formatted(value, count));
            }
            histogram.recordValueWithCount(Math.min(value, Recorder.MAX_LATENCY_NANOS), count);
        }
        in.endArray();
        return histogram;
    }

    /** HdrHistogram's compressed encoding (V2), as its log tools read it. */
    private static final class HistogramCodec {
        private HistogramCodec() {}

        /** Encodes a histogram. */
        static byte[] compress(Histogram histogram) {
            ByteBuffer encoded = ByteBuffer.allocate(histogram.getNeededByteBufferCapacity());
            int length = histogram.encodeIntoCompressedByteBuffer(encoded);
            byte[] bytes = new byte[length];
            encoded.get(0, bytes);
            return bytes;
        }

        /** Decodes a histogram into a packed one, because an unpacked one that reaches up to an hour would take 270 KB. */
        static Histogram decompress(byte[] bytes) throws DataFormatException {
            return PackedHistogram.decodeFromCompressedByteBuffer(ByteBuffer.wrap(bytes), 0);
        }
    }
}
