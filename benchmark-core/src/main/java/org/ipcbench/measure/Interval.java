package org.ipcbench.measure;

import java.util.Arrays;
import java.util.Optional;
import java.util.Random;

/**
 * A 95 % confidence interval of a mean.
 *
 * @param low lower bound
 * @param high upper bound
 */
public record Interval(double low, double high) {
    /** With fewer values the resampled means take too few values for percentiles to say anything. */
    public static final int FEWEST_VALUES = 3;

    private static final int RESAMPLES = 10_000;
    private static final double TAIL = 0.025;

    /** The percentile bootstrap of the mean; nothing where there are fewer than {@value #FEWEST_VALUES} values. */
    public static Optional<Interval> bootstrapOfMean(double[] values, Random random) {
        if (values.length < FEWEST_VALUES) {
            return Optional.empty();
        }
        double[] means = new double[RESAMPLES];
        for (int resample = 0; resample < RESAMPLES; resample++) {
            double sum = 0;
            for (int i = 0; i < values.length; i++) {
                sum += values[random.nextInt(values.length)];
            }
            means[resample] = sum / values.length;
        }
        Arrays.sort(means);
        int cut = (int) (TAIL * RESAMPLES);
        return Optional.of(new Interval(means[cut], means[RESAMPLES - 1 - cut]));
    }

    /** The interval's width as a share of {@code centre}. */
    public double relativeWidth(double centre) {
        return (high - low) / centre;
    }
}
