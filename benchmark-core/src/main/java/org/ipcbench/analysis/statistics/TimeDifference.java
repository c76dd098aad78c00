package org.ipcbench.analysis.statistics;

import java.util.NavigableMap;
import java.util.Optional;

/**
 * How much longer a message of one cell takes than a message of another: the difference of the geometric means of their times. It
 * always agrees with the ratio of their speeds which cell is faster, and whether equality is in the interval.
 *
 * @param seconds the difference; negative if the first cell is faster
 * @param interval its 95 % interval, in seconds; empty if there are too few rounds
 */
public record TimeDifference(double seconds, Optional<Interval> interval) {
    /**
     * Compares two cells by their common rounds, or without pairing if they have none.
     *
     * @param ratio the second cell's speed ÷ the first one's, by the same rates
     * @param rates messages a second of the first cell, by round; at least one
     * @param others messages a second of the second cell, by round; at least one
     */
    public static TimeDifference of(
            Comparison ratio, NavigableMap<Integer, Double> rates, NavigableMap<Integer, Double> others) {
        Sample common = Comparison.ofCommonRounds(rates, others, (rate, other) -> rate);
        boolean isPaired = common.count() > 0;
        double time = 1 / (isPaired ? common : Sample.of(rates.values())).geometricMean();
        double otherTime = time / ratio.ratio();
        Optional<Estimate> error = isPaired
                ? Estimate.ofMean(Comparison.ofCommonRounds(
                        rates, others, (rate, other) -> otherTime * Math.log(other) - time * Math.log(rate)))
                : Estimate.ofDifference(
                        Sample.of(others.values()).map(other -> otherTime * Math.log(other)),
                        Sample.of(rates.values()).map(rate -> time * Math.log(rate)));
        double seconds = time - otherTime;
        return new TimeDifference(
                seconds,
                error.flatMap(estimate -> ratio.interval()
                        .map(ratios -> interval(seconds, estimate, ratios, Math.sqrt(time * otherTime)))));
    }

    /** What each of several things adds that are alike. */
    public TimeDifference dividedBy(int number) {
        return new TimeDifference(
                seconds / number, interval.map(all -> new Interval(all.low() / number, all.high() / number)));
    }

    /**
     * The interval, whose ends are on the same side of equality as those of the ratio.
     *
     * @param middle the geometric mean of both times
     */
    private static Interval interval(double seconds, Estimate estimate, Interval ratios, double middle) {
        double half = Sample.quantile(estimate.degreesOfFreedom(), Interval.ALPHA) * estimate.standardError();
        return new Interval(
                agreeing(seconds - half, ratios.low(), middle), agreeing(seconds + half, ratios.high(), middle));
    }

    private static double agreeing(double end, double ratio, double middle) {
        return Math.signum(end) == Math.signum(ratio - 1) ? end : middle * (Math.sqrt(ratio) - 1 / Math.sqrt(ratio));
    }
}
