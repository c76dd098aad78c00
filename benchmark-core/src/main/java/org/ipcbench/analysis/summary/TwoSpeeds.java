package org.ipcbench.analysis.summary;

import java.util.Optional;
import org.ipcbench.analysis.statistics.Sample;
import org.ipcbench.measure.result.Proximity.Distance;

/**
 * Two ways of running that rates fall into. A mean of both describes neither.
 *
 * @param slow the slower one
 * @param fast the faster one
 * @param basis what was counted
 */
public record TwoSpeeds(Speed slow, Speed fast, Basis basis) {

    /** What falls into one way of running or the other. */
    public enum Basis {
        /** Whole iterations. */
        ITERATIONS("iterations"),
        /** Sixteenths of the iterations: the pair changed its way within them. */
        SIXTEENTHS("sixteenths of the iterations");

        private final String label;

        Basis(String label) {
            this.label = label;
        }

        public String label() {
            return label;
        }
    }

    /**
     * One of the two.
     *
     * @param messagesPerSecond mean rate
     * @param times how many of them ran so
     * @param of how many there are in all
     * @param distance how near the peers then ran to each other; nothing where that does not tell the two apart
     */
    public record Speed(double messagesPerSecond, int times, int of, Optional<Distance> distance) {
        static Speed of(Sample rates, int of, Optional<Distance> distance) {
            return new Speed(rates.mean(), rates.count(), of, distance);
        }

        /** From 0 to 1. */
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
