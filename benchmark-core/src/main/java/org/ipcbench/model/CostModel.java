package org.ipcbench.model;

import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import org.ipcbench.analysis.statistics.Interval;
import org.ipcbench.analysis.statistics.Sample;
import org.ipcbench.model.SizeSweep.SizeTime;

/**
 * The cost of a message by its size: a fixed cost and a cost of a KiB. It holds between the measured sizes. The line is fitted by least
 * squares of the relative errors, in logarithms: times scatter by a percentage, not by nanoseconds.
 */
public final class CostModel {
    private static final double KIBIBYTE = 1 << 10;

    /** Fixed cost and cost of a byte. */
    private static final int PARAMETERS = 2;

    /** Lower bound of the deviation, for times that agree by chance. */
    private static final double MIN_DEVIATION = 0.005;

    /** Maximum number of steps; each comes much nearer, and only times that no line fits need more. */
    private static final int MAX_STEPS = 12;

    private static final double CONVERGED = 1e-7;

    /** A step that goes too far may make a time negative; the next step then starts from this share of the measured time. */
    private static final double MIN_SHARE = 0.1;

    private final List<SizeTime> times;
    private final Line line;
    private final double deviation;

    /**
     * A line, and how the errors of its parameters scatter together where each time's own error has a variance of 1.
     *
     * @param fixed time at a size of zero, in nanoseconds
     * @param perByte time of a further byte, in nanoseconds
     * @param fixedVariance of {@code fixed}
     * @param covariance of both
     * @param perByteVariance of {@code perByte}
     */
    private record Line(double fixed, double perByte, double fixedVariance, double covariance, double perByteVariance) {
        double nanosAt(double sizeBytes) {
            return fixed + perByte * sizeBytes;
        }

        /** Variance of the line at this size, relative to its time. */
        double relativeVarianceAt(double sizeBytes) {
            double nanos = nanosAt(sizeBytes);
            return (fixedVariance + sizeBytes * (2 * covariance + sizeBytes * perByteVariance)) / nanos / nanos;
        }

        /** The line through these times that is best if each error counts relative to this estimate of its time. */
        static Line through(List<SizeTime> times, double... estimates) {
            double weights = 0;
            double sizes = 0;
            double squares = 0;
            double sums = 0;
            double products = 0;
            for (int i = 0; i < estimates.length; i++) {
                double size = times.get(i).sizeBytes();
                double weight = 1 / estimates[i] / estimates[i];
                double target =
                        estimates[i] * (1 + Math.log(times.get(i).nanos() / estimates[i])); // linear at the estimate
                weights += weight;
                sizes += weight * size;
                squares += weight * size * size;
                sums += weight * target;
                products += weight * size * target;
            }
            double determinant = weights * squares - sizes * sizes;
            return new Line(
                    (squares * sums - sizes * products) / determinant,
                    (weights * products - sizes * sums) / determinant,
                    squares / determinant,
                    -sizes / determinant,
                    weights / determinant);
        }
    }

    /**
     * How far a measured time is off the model.
     *
     * @param sizeBytes the size, in bytes
     * @param relative measured time relative to the model's time, minus 1
     */
    public record Residual(double sizeBytes, double relative) {}

    private CostModel(List<SizeTime> times, Line line) {
        this.times = List.copyOf(times);
        this.line = line;
        double squares = times.stream()
                .mapToDouble(time -> Math.log(time.nanos() / line.nanosAt(time.sizeBytes())))
                .map(error -> error * error)
                .sum();
        deviation = Math.max(MIN_DEVIATION, Math.sqrt(squares / degreesOfFreedom()));
    }

    /**
     * The model of these times; empty if the best line has negative times.
     *
     * @param times ascending by size, at least three
     */
    static Optional<CostModel> of(List<SizeTime> times) {
        double[] estimates = times.stream().mapToDouble(SizeTime::nanos).toArray();
        Line line;
        double change;
        int step = 0;
        do {
            line = Line.through(times, estimates);
            change = 0;
            for (int i = 0; i < estimates.length; i++) {
                double next = Math.max(
                        line.nanosAt(times.get(i).sizeBytes()),
                        MIN_SHARE * times.get(i).nanos());
                change = Math.max(change, Math.abs(next / estimates[i] - 1));
                estimates[i] = next;
            }
            step++;
        } while (step < MAX_STEPS && change > CONVERGED);
        boolean isPositive = line.nanosAt(times.get(0).sizeBytes()) > 0
                && line.nanosAt(times.get(times.size() - 1).sizeBytes()) > 0;
        return isPositive ? Optional.of(new CostModel(times, line)) : Optional.empty();
    }

    public double smallestBytes() {
        return times.get(0).sizeBytes();
    }

    public double largestBytes() {
        return times.get(times.size() - 1).sizeBytes();
    }

    /** The fixed cost of a message, in nanoseconds. */
    public double fixedNanos() {
        return line.fixed();
    }

    /** 95 % interval of the fixed cost, in nanoseconds. */
    public Interval fixedInterval() {
        return around(line.fixed(), line.fixedVariance());
    }

    /** The time of a further KiB (2^10 bytes), in nanoseconds. */
    public double nanosPerKibibyte() {
        return KIBIBYTE * line.perByte();
    }

    /** 95 % interval of the time of a further KiB, in nanoseconds. */
    public Interval perKibibyteInterval() {
        return around(nanosPerKibibyte(), KIBIBYTE * KIBIBYTE * line.perByteVariance());
    }

    private Interval around(double value, double variance) {
        double halfWidth = quantile() * deviation * Math.sqrt(variance);
        return new Interval(value - halfWidth, value + halfWidth);
    }

    /** The time of a message of this size, in nanoseconds. */
    double nanosAt(double sizeBytes) {
        return line.nanosAt(sizeBytes);
    }

    /** Within which factor of the model's time a further measurement of this size lies, 95 % of the time. */
    double factorAt(double sizeBytes) {
        return Math.exp(quantile() * deviation * Math.sqrt(1 + line.relativeVarianceAt(sizeBytes)));
    }

    /** The size that the model fits worst. */
    public Residual worst() {
        return times.stream()
                .map(time -> new Residual(time.sizeBytes(), time.nanos() / nanosAt(time.sizeBytes()) - 1))
                .max(Comparator.comparingDouble(residual -> Math.abs(Math.log1p(residual.relative()))))
                .orElseThrow();
    }

    /** Standard deviation of the measured times around the model, as a share. */
    public double deviation() {
        return deviation;
    }

    /** Half-width of a 95 % interval in standard deviations. */
    private double quantile() {
        return Sample.quantile(degreesOfFreedom(), Interval.ALPHA);
    }

    private int degreesOfFreedom() {
        return times.size() - PARAMETERS;
    }
}
