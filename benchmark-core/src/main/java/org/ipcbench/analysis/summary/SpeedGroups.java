package org.ipcbench.analysis.summary;

import java.util.Arrays;
import java.util.Optional;
import org.ipcbench.analysis.statistics.Sample;
import org.ipcbench.analysis.summary.TwoSpeeds.Basis;

/**
 * Finds two speeds by the rates of the iterations alone: two groups with a clear gap between them. A single iteration is no group: how
 * often its speed comes is not known, which the interval of the mean says.
 */
public final class SpeedGroups {
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
                Math.log(ascending[firstFast - 1] / ascending[0]), Math.log(ascending[last] / ascending[firstFast]));
        return Math.log(ascending[firstFast] / ascending[firstFast - 1]) / Math.max(width, MIN_WIDTH);
    }
}
