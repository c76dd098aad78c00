package org.ipcbench.model;

import java.util.List;
import java.util.Optional;
import java.util.stream.DoubleStream;
import org.apache.commons.statistics.distribution.TDistribution;
import org.ipcbench.analysis.Interval;

/**
 * A line over message sizes that bends at knees, fitted to times so that the squares of their relative errors, in logarithms,
 * are least: times scatter by a percentage, not by nanoseconds.
 */
final class BrokenLine {
    static final double KIBIBYTE = 1 << 10;

    /** Times that agree by chance are not taken for exact. */
    static final double MIN_DEVIATION = 0.005;

    /** How often a 95 % interval leaves out the truth. */
    private static final double CHANCE = 0.05;

    /** Each step comes much nearer; more are needed by times that no line fits. */
    private static final int MAX_STEPS = 12;

    private static final double CONVERGED = 1e-7;

    /** A step that goes too far may make a time negative; it then goes on from this share of the measured time. */
    private static final double MIN_SHARE = 0.1;

    /** Smallest size, knees and largest size, ascending. */
    private final double[] nodes;

    /** Times at the nodes. */
    private final double[] heights;

    private final Covariance covariance;
    private final double squares;
    private final int freedom;

    private BrokenLine(double[] nodes, double[] heights, Covariance covariance, double squares, int freedom) {
        this.nodes = nodes;
        this.heights = heights;
        this.covariance = covariance;
        this.squares = squares;
        this.freedom = freedom;
    }

    /**
     * The line through these times with these knees; empty where they do not determine one, or only one with negative times.
     *
     * @param times ascending by size
     * @param knees ascending, between the smallest and the largest size
     */
    static Optional<BrokenLine> through(List<SizeTime> times, double... knees) {
        double[] nodes = DoubleStream.concat(
                        DoubleStream.concat(DoubleStream.of(times.get(0).sizeBytes()), DoubleStream.of(knees)),
                        DoubleStream.of(times.get(times.size() - 1).sizeBytes()))
                .toArray();
        double[][] weights =
                times.stream().map(time -> weights(nodes, time.sizeBytes())).toArray(double[][]::new);
        double[] measured = times.stream().mapToDouble(SizeTime::nanos).toArray();
        double[] line = measured.clone();
        double[] heights = new double[nodes.length];
        Optional<Covariance> covariance = Optional.empty();
        double change = 1;
        for (int step = 0; step < MAX_STEPS && change > CONVERGED; step++) {
            covariance = Covariance.inverse(normal(weights, line));
            if (covariance.isEmpty()) {
                return Optional.empty();
            }
            heights = covariance.get().times(rightSide(weights, measured, line));
            change = 0;
            for (int i = 0; i < line.length; i++) {
                double next = Math.max(sum(weights[i], heights), MIN_SHARE * measured[i]);
                change = Math.max(change, Math.abs(next / line[i] - 1));
                line[i] = next;
            }
        }
        double squares = 0;
        for (int i = 0; i < line.length; i++) {
            double error = Math.log(measured[i] / line[i]);
            squares += error * error;
        }
        int freedom = times.size() - nodes.length - knees.length;
        BrokenLine fitted = new BrokenLine(nodes, heights, covariance.orElseThrow(), squares, freedom);
        return DoubleStream.of(heights).allMatch(height -> height > 0) ? Optional.of(fitted) : Optional.empty();
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

    /** Of the problem that has the logarithms' slopes at the present line. */
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

    /** How much the height of each node counts at this size; beyond the nodes the first and the last piece go on. */
    private static double[] weights(double[] nodes, double sizeBytes) {
        int piece = 0;
        while (piece < nodes.length - 2 && sizeBytes > nodes[piece + 1]) {
            piece++;
        }
        return weights(nodes, piece, sizeBytes);
    }

    /** The same for one piece, which is taken to go on in both directions. */
    private static double[] weights(double[] nodes, int piece, double sizeBytes) {
        double share = (sizeBytes - nodes[piece]) / (nodes[piece + 1] - nodes[piece]);
        double[] weights = new double[nodes.length];
        weights[piece] = 1 - share;
        weights[piece + 1] = share;
        return weights;
    }

    private static double sum(double[] weights, double[] heights) {
        double sum = 0;
        for (int i = 0; i < weights.length; i++) {
            sum += weights[i] * heights[i];
        }
        return sum;
    }

    int pieces() {
        return nodes.length - 1;
    }

    /** From 0 for the smallest size; the last one is the largest size. */
    double node(int index) {
        return nodes[index];
    }

    /** Sum of the squares of the relative errors. */
    double squares() {
        return squares;
    }

    /** Number of sizes beyond those that line and knees use up. */
    int freedom() {
        return freedom;
    }

    /** Standard deviation of the times around the line, as a share of the time. */
    double deviation() {
        return Math.max(MIN_DEVIATION, Math.sqrt(squares / Math.max(1, freedom)));
    }

    double nanosAt(double sizeBytes) {
        return sum(weights(nodes, sizeBytes), heights);
    }

    /** How many standard deviations a 95 % interval reaches either way. */
    double quantile() {
        return TDistribution.of(Math.max(1, freedom)).inverseSurvivalProbability(CHANCE / 2);
    }

    /**
     * Where the line lies at this size.
     *
     * @param quantile how many standard deviations either way
     */
    Interval lineInterval(double sizeBytes, double quantile) {
        return interval(sizeBytes, 0, quantile);
    }

    /** Where the time of a size lies that was not measured. */
    Interval timeInterval(double sizeBytes, double quantile) {
        return interval(sizeBytes, 1, quantile);
    }

    private Interval interval(double sizeBytes, double ownVariance, double quantile) {
        double nanos = nanosAt(sizeBytes);
        double variance = covariance.variance(weights(nodes, sizeBytes)) / nanos / nanos;
        double factor = Math.exp(quantile * deviation() * Math.sqrt(variance + ownVariance));
        return new Interval(nanos / factor, nanos * factor);
    }

    /** The time that this piece would have without a payload, in nanoseconds. */
    double fixedNanos(int piece) {
        return sum(fixed(piece), heights);
    }

    Interval fixedInterval(int piece, double quantile) {
        return around(fixedNanos(piece), quantile, fixed(piece));
    }

    /** What a KiB adds on this piece, in nanoseconds. */
    double nanosPerKibibyte(int piece) {
        return sum(slope(piece), heights);
    }

    Interval slopeInterval(int piece, double quantile) {
        return around(nanosPerKibibyte(piece), quantile, slope(piece));
    }

    private double[] fixed(int piece) {
        return weights(nodes, piece, 0);
    }

    private double[] slope(int piece) {
        double perKibibyte = KIBIBYTE / (nodes[piece + 1] - nodes[piece]);
        double[] weights = new double[nodes.length];
        weights[piece] = -perKibibyte;
        weights[piece + 1] = perKibibyte;
        return weights;
    }

    private Interval around(double value, double quantile, double... weights) {
        double halfWidth = quantile * deviation() * Math.sqrt(covariance.variance(weights));
        return new Interval(value - halfWidth, value + halfWidth);
    }
}
