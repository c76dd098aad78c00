package org.ipcbench.model;

import java.util.List;
import java.util.Optional;
import java.util.stream.DoubleStream;
import org.ipcbench.analysis.statistics.Interval;
import org.ipcbench.analysis.statistics.Sample;

/**
 * A line over message sizes that bends at knees, fitted to times by least squares of the relative errors, in logarithms: times
 * scatter by a percentage, not by nanoseconds.
 */
final class PiecewiseFit {
    static final double KIBIBYTE = 1 << 10;

    /** Lower bound of the deviation, for times that agree by chance. */
    static final double MIN_DEVIATION = 0.005;

    /** Maximum number of steps; each comes much nearer, and only times that no line fits need more. */
    private static final int MAX_STEPS = 12;

    private static final double CONVERGED = 1e-7;

    /** A step that goes too far may make a time negative; the next step then starts from this share of the measured time. */
    private static final double MIN_SHARE = 0.1;

    /** Smallest size, knees and largest size, ascending. */
    private final double[] breakpoints;

    /** Times at the breakpoints, in nanoseconds. */
    private final double[] values;

    private final Covariance covariance;
    private final double residualSumOfSquares;
    private final int degreesOfFreedom;

    private PiecewiseFit(
            double[] breakpoints,
            double[] values,
            Covariance covariance,
            double residualSumOfSquares,
            int degreesOfFreedom) {
        this.breakpoints = breakpoints;
        this.values = values;
        this.covariance = covariance;
        this.residualSumOfSquares = residualSumOfSquares;
        this.degreesOfFreedom = degreesOfFreedom;
    }

    /**
     * The line through these times with these knees; empty if they do not determine one, or only one with negative times.
     *
     * @param times ascending by size
     * @param knees ascending, between the smallest and the largest size
     */
    static Optional<PiecewiseFit> through(List<SizeTime> times, double... knees) {
        double[] breakpoints = DoubleStream.concat(
                        DoubleStream.concat(DoubleStream.of(times.get(0).sizeBytes()), DoubleStream.of(knees)),
                        DoubleStream.of(times.get(times.size() - 1).sizeBytes()))
                .toArray();
        double[][] weights = times.stream()
                .map(time -> weights(breakpoints, time.sizeBytes()))
                .toArray(double[][]::new);
        double[] measured = times.stream().mapToDouble(SizeTime::nanos).toArray();
        double[] line = measured.clone();
        double[] values = new double[breakpoints.length];
        Optional<Covariance> covariance = Optional.empty();
        double change = 1;
        for (int step = 0; step < MAX_STEPS && change > CONVERGED; step++) {
            covariance = Covariance.inverse(normal(weights, line));
            if (covariance.isEmpty()) {
                return Optional.empty();
            }
            values = covariance.get().times(rightSide(weights, measured, line));
            change = 0;
            for (int i = 0; i < line.length; i++) {
                double next = Math.max(sum(weights[i], values), MIN_SHARE * measured[i]);
                change = Math.max(change, Math.abs(next / line[i] - 1));
                line[i] = next;
            }
        }
        double residualSumOfSquares = 0;
        for (int i = 0; i < line.length; i++) {
            double error = Math.log(measured[i] / line[i]);
            residualSumOfSquares += error * error;
        }
        int degreesOfFreedom = times.size() - breakpoints.length - knees.length;
        PiecewiseFit fitted =
                new PiecewiseFit(breakpoints, values, covariance.orElseThrow(), residualSumOfSquares, degreesOfFreedom);
        return DoubleStream.of(values).allMatch(value -> value > 0) ? Optional.of(fitted) : Optional.empty();
    }

    private static double[][] normal(double[][] weights, double[] line) {
        int size = weights[0].length;
        double[][] normal = new double[size][size];
        for (int point = 0; point < line.length; point++) {
            for (int i = 0; i < size; i++) {
                for (int j = 0; j < size; j++) {
                    normal[i][j] += weights[point][i] * weights[point][j] / line[point] / line[point];
                }
            }
        }
        return normal;
    }

    /** The right side of the problem that is linearized, in logarithms, at the current line. */
    private static double[] rightSide(double[][] weights, double[] measured, double[] line) {
        double[] side = new double[weights[0].length];
        for (int point = 0; point < line.length; point++) {
            double target = line[point] * (1 + Math.log(measured[point] / line[point]));
            for (int i = 0; i < side.length; i++) {
                side[i] += weights[point][i] * target / line[point] / line[point];
            }
        }
        return side;
    }

    /** Weight of the value at each breakpoint at this size; the first and the last piece continue beyond the breakpoints. */
    private static double[] weights(double[] breakpoints, double sizeBytes) {
        int piece = 0;
        while (piece < breakpoints.length - 2 && sizeBytes > breakpoints[piece + 1]) {
            piece++;
        }
        return weights(breakpoints, piece, sizeBytes);
    }

    /** Weights at this size on the line of one piece, continued in both directions. */
    private static double[] weights(double[] breakpoints, int piece, double sizeBytes) {
        double share = (sizeBytes - breakpoints[piece]) / (breakpoints[piece + 1] - breakpoints[piece]);
        double[] weights = new double[breakpoints.length];
        weights[piece] = 1 - share;
        weights[piece + 1] = share;
        return weights;
    }

    private static double sum(double[] weights, double[] values) {
        double sum = 0;
        for (int i = 0; i < weights.length; i++) {
            sum += weights[i] * values[i];
        }
        return sum;
    }

    int pieces() {
        return breakpoints.length - 1;
    }

    /** Breakpoint from index 0, the smallest size, to the last, the largest size, in bytes. */
    double breakpoint(int index) {
        return breakpoints[index];
    }

    /** Sum of the squares of the relative errors. */
    double residualSumOfSquares() {
        return residualSumOfSquares;
    }

    /** Number of sizes minus the number of parameters of line and knees. */
    int degreesOfFreedom() {
        return degreesOfFreedom;
    }

    /** Standard deviation of the times around the line, as a share of the time. */
    double deviation() {
        return Math.max(MIN_DEVIATION, Math.sqrt(residualSumOfSquares / Math.max(1, degreesOfFreedom)));
    }

    double nanosAt(double sizeBytes) {
        return sum(weights(breakpoints, sizeBytes), values);
    }

    /** Half-width of a 95 % interval in standard deviations. */
    double quantile() {
        return Sample.quantile(Math.max(1, degreesOfFreedom), Interval.ALPHA);
    }

    /**
     * Interval of the line at this size, in nanoseconds.
     *
     * @param quantile half-width in standard deviations
     */
    Interval lineInterval(double sizeBytes, double quantile) {
        return interval(sizeBytes, 0, quantile);
    }

    /** Interval of the time of a further measurement of this size, in nanoseconds. */
    Interval timeInterval(double sizeBytes, double quantile) {
        return interval(sizeBytes, 1, quantile);
    }

    private Interval interval(double sizeBytes, double ownVariance, double quantile) {
        double nanos = nanosAt(sizeBytes);
        double variance = covariance.variance(weights(breakpoints, sizeBytes)) / nanos / nanos;
        double factor = Math.exp(quantile * deviation() * Math.sqrt(variance + ownVariance));
        return new Interval(nanos / factor, nanos * factor);
    }

    /** The time that this piece would have without a payload, in nanoseconds. */
    double fixedNanos(int piece) {
        return sum(fixed(piece), values);
    }

    Interval fixedInterval(int piece, double quantile) {
        return around(fixedNanos(piece), quantile, fixed(piece));
    }

    /** The time of a further KiB on this piece, in nanoseconds. */
    double nanosPerKibibyte(int piece) {
        return sum(slope(piece), values);
    }

    Interval slopeInterval(int piece, double quantile) {
        return around(nanosPerKibibyte(piece), quantile, slope(piece));
    }

    private double[] fixed(int piece) {
        return weights(breakpoints, piece, 0);
    }

    private double[] slope(int piece) {
        double perKibibyte = KIBIBYTE / (breakpoints[piece + 1] - breakpoints[piece]);
        double[] weights = new double[breakpoints.length];
        weights[piece] = -perKibibyte;
        weights[piece + 1] = perKibibyte;
        return weights;
    }

    private Interval around(double value, double quantile, double... weights) {
        double halfWidth = quantile * deviation() * Math.sqrt(covariance.variance(weights));
        return new Interval(value - halfWidth, value + halfWidth);
    }
}
