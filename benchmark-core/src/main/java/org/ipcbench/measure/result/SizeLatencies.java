package org.ipcbench.measure.result;

import com.google.gson.annotations.JsonAdapter;
import java.util.List;
import java.util.stream.IntStream;
import org.HdrHistogram.Histogram;
import org.ipcbench.measure.sample.Recorder;
import org.jspecify.annotations.Nullable;

/**
 * The sampled latencies of the messages of a class of sizes.
 *
 * @param upToBytes the largest size of the class, in bytes; the class below ends before its sizes begin
 * @param latencies the latencies, in nanoseconds
 */
public record SizeLatencies(
        int upToBytes, @JsonAdapter(HistogramJson.class) Histogram latencies) {

    /** What a recorder has noted; empty if it does not divide latencies by size. */
    public static List<SizeLatencies> of(Recorder recorder) {
        List<Integer> classes = recorder.sizeClasses();
        List<Histogram> latencies = recorder.latenciesBySize();
        return IntStream.range(0, classes.size())
                .mapToObj(i -> new SizeLatencies(classes.get(i), latencies.get(i)))
                .toList();
    }

    /** Combines the classes of several connections; null if there are none. */
    public static @Nullable List<SizeLatencies> ofAll(List<List<SizeLatencies>> connections) {
        int classes = connections.stream().mapToInt(List::size).max().orElse(0);
        return classes == 0
                ? null
                : IntStream.range(0, classes)
                        .mapToObj(i -> connections.stream()
                                .filter(each -> i < each.size())
                                .map(each -> each.get(i))
                                .reduce(SizeLatencies::with)
                                .orElseThrow())
                        .toList();
    }

    private SizeLatencies with(SizeLatencies other) {
        Histogram both = latencies.copy();
        both.add(other.latencies);
        return new SizeLatencies(Math.max(upToBytes, other.upToBytes), both);
    }
}
