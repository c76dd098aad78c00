package org.ipcbench.model;

import java.util.List;
import java.util.Random;
import java.util.function.DoubleUnaryOperator;
import java.util.stream.DoubleStream;
import org.ipcbench.model.SizeSweep.SizeTime;

/**
 * Sizes and what a message of each takes, as the truth of a test says, with a scatter that is a share of the time.
 *
 * @param sizes ascending, in bytes
 * @param nanos the time by the size
 */
record MadeUpSweep(List<Double> sizes, DoubleUnaryOperator nanos) {
    static final double KIBIBYTE = 1 << 10;

    /** Sizes from one to another, each so many times the one before. */
    static List<Double> sizes(int from, int to, int factor) {
        return DoubleStream.iterate(from, size -> size <= to, size -> size * factor)
                .boxed()
                .toList();
    }

    /** A fixed cost and a cost of a KiB. */
    static DoubleUnaryOperator straight(double fixedNanos, double nanosPerKibibyte) {
        return bytes -> fixedNanos + nanosPerKibibyte * bytes / KIBIBYTE;
    }

    /** The same, with another cost of a KiB beyond a size. */
    static DoubleUnaryOperator bent(double fixedNanos, double nanosPerKibibyte, double kneeBytes, double beyond) {
        return bytes -> fixedNanos
                + nanosPerKibibyte * Math.min(bytes, kneeBytes) / KIBIBYTE
                + beyond * Math.max(0, bytes - kneeBytes) / KIBIBYTE;
    }

    /** A fixed cost, which is higher beyond a size, and a cost of a KiB. */
    static DoubleUnaryOperator jumping(double fixedNanos, double nanosPerKibibyte, double atBytes, double byNanos) {
        return bytes -> fixedNanos + nanosPerKibibyte * bytes / KIBIBYTE + (bytes > atBytes ? byNanos : 0);
    }

    /** The times without any scatter. */
    List<SizeTime> exact() {
        return times(new Random(0), 0);
    }

    /** The times of sizes that each were measured once. */
    List<SizeTime> times(Random random, double variation) {
        double deviation = Math.sqrt(Math.log1p(variation * variation));
        return sizes.stream()
                .map(size ->
                        new SizeTime(size, nanos.applyAsDouble(size) * Math.exp(deviation * random.nextGaussian())))
                .toList();
    }
}
