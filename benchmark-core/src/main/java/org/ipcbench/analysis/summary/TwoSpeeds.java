package org.ipcbench.analysis.summary;

import java.util.Arrays;
import java.util.Optional;
import org.ipcbench.analysis.statistics.Sample;
import org.ipcbench.measure.result.Neighbourhood.Proximity.Distance;

/**
 * Two groups that rates fall into, a slow one and a fast one. A mean of both describes neither.
 *
 * @param slow the slower group
 * @param fast the faster group
 * @param basis what was counted
 */
public record TwoSpeeds(Speed slow, Speed fast, Basis basis) {

    /** The unit that falls into one group or the other. */
    public enum Basis {
        /** Whole iterations. */
        ITERATIONS,
        /** Sixteenths of the iterations: the pair changed its speed within them. */
        SIXTEENTHS
    }

    /**
     * One of the two speeds.
     *
     * @param messagesPerSecond mean rate
     * @param times how many units had this speed
     * @param of number of units in all
     * @param distance distance between the peers at this speed; empty if distance does not tell the two speeds apart
     */
    public record Speed(double messagesPerSecond, int times, int of, Optional<Distance> distance) {
        static Speed of(Sample rates, int of, Optional<Distance> distance) {
            return new Speed(rates.mean(), rates.count(), of, distance);
        }

        /** Share of the units with this speed, from 0 to 1. */
        public double share() {
            return (double) times / of;
        }
    }

    /** Two groups of rates, the slower one first. */
    static TwoSpeeds of(
            Sample some, Optional<Distance> ofSome, Sample others, Optional<Distance> ofOthers, Basis basis) {
        int count = some.count() + others.count();
        Speed one = Speed.of(some, count, ofSome);
        Speed other = Speed.of(others, count, ofOthers);
        return one.messagesPerSecond() <= other.messagesPerSecond()
                ? new TwoSpeeds(one, other, basis)
                : new TwoSpeeds(other, one, basis);
    }

    /**
     * Finds two speeds by the rates of the iterations alone: two groups with a clear gap between them. A single iteration is no group: how
     * often its speed comes is not known, which the interval of the mean says.
     */
    public static final class SpeedGroups {
        /** The faster group is ahead by at least this factor. */
        static final double MIN_LEAD = 1.25;

        private static final int MIN_GROUP = 2;

        private static final int MIN_RATES = 2 * MIN_GROUP;

        /**
         * Minimum width of the gap in widths of the wider group, in logarithms, by the number of rates from {@link #MIN_RATES} on.
         * Chosen by simulation so that noise of one speed is taken for two in at most 3 % of cases.
         */
        private static final double[] CLEAR_GAP = {8.4, 4.3, 2.8, 2.1, 1.7, 1.45, 1.3};

        /** Lower bound of a group's width: rates that agree by chance do not make the gap clearer. */
        private static final double MIN_WIDTH = 0.02;

        private SpeedGroups() {}

        public static Optional<TwoSpeeds> of(Sample rates) {
            double[] ascending = rates.ascending();
            if (ascending.length < MIN_RATES) {
                return Optional.empty();
            }
            int firstFast = MIN_GROUP;
            for (int i = MIN_GROUP + 1; i <= ascending.length - MIN_GROUP; i++) {
                if (clarity(ascending, i) > clarity(ascending, firstFast)) {
                    firstFast = i;
                }
            }
            double clear = CLEAR_GAP[Math.min(ascending.length - MIN_RATES, CLEAR_GAP.length - 1)];
            return clarity(ascending, firstFast) > clear
                    ? Optional.of(TwoSpeeds.of(
                            new Sample(Arrays.copyOfRange(ascending, 0, firstFast)),
                            Optional.empty(),
                            new Sample(Arrays.copyOfRange(ascending, firstFast, ascending.length)),
                            Optional.empty(),
                            Basis.ITERATIONS))
                    : Optional.empty();
        }

        /** The gap before this rate in widths of the wider group; 0 if the lead is small. */
        private static double clarity(double[] ascending, int firstFast) {
            int last = ascending.length - 1;
            Sample slow = new Sample(Arrays.copyOfRange(ascending, 0, firstFast));
            Sample fast = new Sample(Arrays.copyOfRange(ascending, firstFast, last + 1));
            if (fast.geometricMean() < MIN_LEAD * slow.geometricMean()) {
                return 0;
            }
            double width = Math.max(
                    Math.log(ascending[firstFast - 1] / ascending[0]),
                    Math.log(ascending[last] / ascending[firstFast]));
            return Math.log(ascending[firstFast] / ascending[firstFast - 1]) / Math.max(width, MIN_WIDTH);
        }
    }
}
