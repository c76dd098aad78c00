package org.ipcbench.analysis;

import java.util.Arrays;
import java.util.Optional;
import java.util.Random;

/**
 * A 95 % confidence interval of a rate or a mean.
 *
 * @param low lower bound
 * @param high upper bound
 */
public record Interval(double low, double high) {
    /** With fewer values the resampled means take too few values for percentiles to say anything. */
    public static final int FEWEST_VALUES = 3;

    private static final int RESAMPLES = 10_000;
    private static final double TAIL = 0.025;

    /**
     * The percentile bootstrap of a total divided by a total, which is how rates of several iterations add up; nothing
     * where there are fewer than {@value #FEWEST_VALUES} values.
     *
     * @param amounts what each iteration moved
     * @param times what it took, in the same order
     */
    public static Optional<Interval> bootstrapOfRate(double[] amounts, double[] times, Random random) {
        int count = amounts.length;
        if (count < FEWEST_VALUES) {
            return Optional.empty();
        }
        double[] rates = new double[RESAMPLES];
        for (int resample = 0; resample < RESAMPLES; resample++) {
            double amount = 0;
            double time = 0;
            for (int i = 0; i < count; i++) {
                int drawn = random.nextInt(count);
                amount += amounts[drawn];
                time += times[drawn];
            }
            rates[resample] = amount / time;
        }
        Arrays.sort(rates);
        int cut = (int) (TAIL * RESAMPLES);
        return Optional.of(new Interval(rates[cut], rates[RESAMPLES - 1 - cut]));
    }

    /** The interval's width as a share of {@code centre}. */
    public double relativeWidth(double centre) {
        return (high - low) / centre;
    }
}
