package org.ipcbench.measure.result;

import java.nio.ByteBuffer;
import java.util.zip.DataFormatException;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.PackedHistogram;

/** HdrHistogram's compressed encoding (V2), as its log tools read it. */
public final class HistogramCodec {
    private HistogramCodec() {}

    /** Encodes a histogram. */
    public static byte[] compress(Histogram histogram) {
        ByteBuffer encoded = ByteBuffer.allocate(histogram.getNeededByteBufferCapacity());
        int length = histogram.encodeIntoCompressedByteBuffer(encoded);
        byte[] bytes = new byte[length];
        encoded.get(0, bytes);
        return bytes;
    }

    /** Decodes a histogram into a packed one, because an unpacked one that reaches up to an hour would take 270 KB. */
    public static Histogram decompress(byte[] bytes) throws DataFormatException {
        return PackedHistogram.decodeFromCompressedByteBuffer(ByteBuffer.wrap(bytes), 0);
    }
}
