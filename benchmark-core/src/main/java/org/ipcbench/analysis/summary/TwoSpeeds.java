package org.ipcbench.analysis.summary;

import java.util.Optional;
import org.ipcbench.analysis.statistics.Sample;
import org.ipcbench.measure.result.Proximity.Distance;

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
}
