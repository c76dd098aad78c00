package org.ipcbench.analysis;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.zip.DataFormatException;
import org.HdrHistogram.Histogram;
import org.ipcbench.measure.HistogramCodec;
import org.ipcbench.measure.Measurement;
import org.ipcbench.measure.Recorder;

/**
 * The iterations of one cell, added up as they come. Of their histograms it keeps one, compressed, and that only as long as
 * another iteration may come.
 */
public final class Tally {
    private final List<Measurement> iterations = new ArrayList<>();
    private double minimumNanos;
    private double maximumNanos;
    private byte[] merged = {};
    private Optional<Summary> summary = Optional.empty();

    /**
     * Adds an iteration.
     *
     * @param isLast whether no other one will come
     */
    public void add(Measurement measurement, boolean isLast) {
        Histogram latencies = merged();
        latencies.add(measurement.latencies());
        minimumNanos += measurement.latencies().getMinValue();
        maximumNanos += measurement.latencies().getMaxValue();
        iterations.add(measurement.withoutLatencies());
        merged = isLast ? new byte[0] : HistogramCodec.compress(latencies);
        int count = iterations.size();
        summary = Optional.of(
                new Summary(iterations, new Latencies(latencies), minimumNanos / count, maximumNanos / count));
    }

    /** No other iteration will come. */
    public void end() {
        merged = new byte[0];
    }

    /** What they add up to; nothing where there is none. */
    public Optional<Summary> summary() {
        return summary;
    }

    private Histogram merged() {
        if (merged.length == 0) {
            if (!iterations.isEmpty()) {
                throw new IllegalStateException("an iteration after the last one");
            }
            return new Histogram(Recorder.HIGHEST_LATENCY_NANOS, Recorder.SIGNIFICANT_DIGITS);
        }
        try {
            return Histogram.decodeFromCompressedByteBuffer(ByteBuffer.wrap(merged), Recorder.HIGHEST_LATENCY_NANOS);
        } catch (DataFormatException e) {
            throw new IllegalStateException("a histogram that this class has written", e);
        }
    }
}
