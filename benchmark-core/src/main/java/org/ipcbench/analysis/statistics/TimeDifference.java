package org.ipcbench.analysis.statistics;

import java.util.NavigableMap;
import java.util.Optional;

/**
 * How much longer a message of one cell takes than a message of another, within rounds as {@link Comparison} compares.
 *
 * @param seconds mean of the differences over the common rounds if there are any; negative if the first cell is faster
 * @param estimate the same with its error; empty for fewer than three common rounds, or three rounds of each cell
 */
public record TimeDifference(double seconds, Optional<Estimate> estimate) {
    /**
     * Compares two cells by their common rounds, or without pairing if they have none.
     *
     * @param rates messages a second of the first cell, by round; at least one
     * @param others messages a second of the second cell, by round; at least one
     */
    public static TimeDifference of(NavigableMap<Integer, Double> rates, NavigableMap<Integer, Double> others) {
        Sample differences = Comparison.ofCommonRounds(rates, others, (rate, other) -> 1 / rate - 1 / other);
        if (differences.count() > 0) {
            return new TimeDifference(differences.mean(), Estimate.ofMean(differences));
        }
        Sample times = times(rates);
        Sample ofOthers = times(others);
        return new TimeDifference(times.mean() - ofOthers.mean(), Estimate.ofDifference(times, ofOthers));
    }

    private static Sample times(NavigableMap<Integer, Double> rates) {
        return Sample.of(rates.values()).map(rate -> 1 / rate);
    }

    /** 95 % interval of the difference, in seconds; empty if there are too few rounds. */
    public Optional<Interval> interval() {
        return estimate.map(each -> each.interval(Interval.ALPHA));
    }
}
