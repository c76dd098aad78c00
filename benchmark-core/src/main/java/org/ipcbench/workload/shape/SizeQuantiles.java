package org.ipcbench.workload.shape;

import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * How the sizes of a mix are distributed.
 *
 * @param meanBytes the mean, in bytes
 * @param p50Bytes the median, in bytes
 * @param p90Bytes the size that nine tenths of the requests do not exceed, in bytes
 * @param p99Bytes the size that 99 of 100 requests do not exceed, in bytes
 * @param largestBytes the largest size, in bytes
 */
public record SizeQuantiles(int meanBytes, int p50Bytes, int p90Bytes, int p99Bytes, int largestBytes) {
    /** With at most this number of sizes, each is a class of its own. */
    private static final int MAX_CLASSES = 8;

    private static final int MEDIAN = 50;
    private static final int NINE_TENTHS = 90;
    private static final int TAIL = 99;
    private static final int ALL = 100;

    public static SizeQuantiles of(SizeMix mix) {
        return of(mix.sequence());
    }

    public static SizeQuantiles of(int[] sequence) {
        int[] ascending = sequence.clone();
        Arrays.sort(ascending);
        return new SizeQuantiles(
                (int) Math.max(1, Math.round(Arrays.stream(ascending).average().orElseThrow())),
                at(ascending, MEDIAN),
                at(ascending, NINE_TENTHS),
                at(ascending, TAIL),
                at(ascending, ALL));
    }

    private static int at(int[] ascending, int percent) {
        return ascending[(int) Math.max(0, Math.ceil(percent / 100.0 * ascending.length) - 1)];
    }

    /** The largest size of each class by which latencies are divided, in ascending order and in bytes. */
    public static List<Integer> classes(int[] sequence) {
        List<Integer> sizes = IntStream.of(sequence).sorted().distinct().boxed().toList();
        if (sizes.size() <= MAX_CLASSES) {
            return sizes;
        }
        SizeQuantiles quantiles = of(sequence);
        return Stream.of(quantiles.p50Bytes, quantiles.p90Bytes, quantiles.p99Bytes, quantiles.largestBytes)
                .distinct()
                .toList();
    }

    /** For people, such as {@code mean 1319, p50 800, p90 2882, p99 8190, largest 24500 bytes}. */
    public String text() {
        return "mean %d, p50 %d, p90 %d, p99 %d, largest %d bytes"
                .formatted(meanBytes, p50Bytes, p90Bytes, p99Bytes, largestBytes);
    }
}
