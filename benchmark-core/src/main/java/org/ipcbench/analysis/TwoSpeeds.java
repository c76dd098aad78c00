package org.ipcbench.analysis;

import java.util.Arrays;
import java.util.Optional;

/**
 * Two groups that rates fall into, where the gap between them is what tells them apart.
 *
 * @param slow mean of the slower ones
 * @param fast mean of the faster ones
 */
record TwoSpeeds(double slow, double fast) {
    /** With fewer rates a gap says nothing. */
    private static final int FEWEST_RATES = 4;

    /** The faster group is ahead by at least this share. */
    private static final double LEAST_LEAD = 0.2;

    /** The gap is at least this many times as wide as either group. */
    private static final double CLEAR_GAP = 2;

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
        TwoSpeeds groups = new TwoSpeeds(
                Arrays.stream(ascending, 0, firstFast).average().orElseThrow(),
                Arrays.stream(ascending, firstFast, ascending.length).average().orElseThrow());
        boolean apart =
                gap(ascending, firstFast) > CLEAR_GAP * widest && groups.fast() > (1 + LEAST_LEAD) * groups.slow();
        return apart ? Optional.of(groups) : Optional.empty();
    }

    private static double gap(double[] ascending, int firstFast) {
        return ascending[firstFast] - ascending[firstFast - 1];
    }
}
