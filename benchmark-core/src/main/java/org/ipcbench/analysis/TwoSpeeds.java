package org.ipcbench.analysis;

import java.util.Arrays;
import java.util.Optional;
import org.ipcbench.measure.Proximity.Distance;

/**
 * Two ways of running that rates fall into. A mean of both describes neither.
 *
 * @param slow the slower one
 * @param fast the faster one
 * @param basis what was counted
 */
public record TwoSpeeds(Speed slow, Speed fast, Basis basis) {
    /** With fewer rates a gap says nothing. */
    private static final int FEWEST_RATES = 4;

    /** The faster group is ahead by at least this share. */
    private static final double LEAST_LEAD = 0.2;

    /** The gap is at least this many times as wide as either group. */
    private static final double CLEAR_GAP = 2;

    /** What falls into one way of running or the other. */
    public enum Basis {
        /** Whole iterations. */
        ITERATIONS("iterations"),
        /** Sixteenths of the iterations: the pair changed its way within them. */
        SIXTEENTHS("sixteenths");

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
        /** From 0 to 1. */
        public double share() {
            return (double) times / of;
        }
    }

    /** The two groups of these ascending rates, of at least two each; nothing where there are none. */
    static Optional<TwoSpeeds> of(double[] ascending) {
        if (ascending.length < FEWEST_RATES) {
            return Optional.empty();
        }
        int firstFast = 2;
        for (int i = firstFast; i <= ascending.length - 2; i++) {
            if (gap(ascending, i) > gap(ascending, firstFast)) {
                firstFast = i;
            }
        }
        double widest = Math.max(
                ascending[firstFast - 1] - ascending[0], ascending[ascending.length - 1] - ascending[firstFast]);
        double slow = Arrays.stream(ascending, 0, firstFast).average().orElseThrow();
        double fast =
                Arrays.stream(ascending, firstFast, ascending.length).average().orElseThrow();
        if (gap(ascending, firstFast) <= CLEAR_GAP * widest || fast <= (1 + LEAST_LEAD) * slow) {
            return Optional.empty();
        }
        return Optional.of(new TwoSpeeds(
                new Speed(slow, firstFast, ascending.length, Optional.empty()),
                new Speed(fast, ascending.length - firstFast, ascending.length, Optional.empty()),
                Basis.ITERATIONS));
    }

    private static double gap(double[] ascending, int firstFast) {
        return ascending[firstFast] - ascending[firstFast - 1];
    }
}
