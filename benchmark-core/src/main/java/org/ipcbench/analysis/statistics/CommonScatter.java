package org.ipcbench.analysis.statistics;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.commons.numbers.gamma.Digamma;
import org.apache.commons.numbers.gamma.Trigamma;

/**
 * The scatter that several samples have in common, and how far they have it in common (Smyth's moderated t, 2004). A few values
 * hardly tell how much they scatter; samples that scatter alike tell it together.
 *
 * @param variance the common variance
 * @param degreesOfFreedom how many values of each sample it is worth; 0 if the samples scatter as differently as they can
 */
record CommonScatter(double variance, double degreesOfFreedom) {
    private static final CommonScatter NONE = new CommonScatter(0, 0);

    /** Values without any scatter agree by chance; logarithms of rates do not agree better than this. */
    private static final double MIN_VARIANCE = 1e-12;

    /** Stands for samples that scatter exactly alike. */
    private static final double MANY = 1_000;

    private static final double FEW = 1e-3;
    private static final int BISECTIONS = 60;

    /**
     * The common scatter of samples.
     *
     * @param means the means of the samples
     * @param maxDegreesOfFreedom the most that it may be worth
     */
    static CommonScatter of(List<Estimate> means, double maxDegreesOfFreedom) {
        if (means.size() < 2 || maxDegreesOfFreedom <= 0) {
            return NONE;
        }
        Map<Double, Own> known = new HashMap<>(); // few counts among many samples
        Sample logVariances = Sample.of(means.stream().mapToDouble(mean -> unbiasedLogVariance(mean, known)));
        double ownScatter = means.stream()
                .mapToDouble(mean -> Own.of(mean, known).scatter())
                .average()
                .orElseThrow();
        double difference = logVariances.deviation() * logVariances.deviation() - ownScatter;
        double half = difference <= 0 ? MANY / 2 : inverseTrigamma(difference);
        return new CommonScatter(
                Math.exp(logVariances.mean() + Digamma.value(half) - Math.log(half)),
                Math.min(2 * half, maxDegreesOfFreedom));
    }

    /**
     * How the logarithm of a sample's variance errs by the number of its values alone.
     *
     * @param bias how far its mean is off
     * @param scatter its variance
     */
    private record Own(double bias, double scatter) {
        static Own of(Estimate mean, Map<Double, Own> known) {
            return known.computeIfAbsent(mean.degreesOfFreedom() / 2, Own::of);
        }

        private static Own of(double half) {
            return new Own(Digamma.value(half) - Math.log(half), Trigamma.value(half));
        }
    }

    private static double variance(Estimate mean) {
        return mean.standardError() * mean.standardError() * mean.values();
    }

    private static double unbiasedLogVariance(Estimate mean, Map<Double, Own> known) {
        return Math.log(Math.max(MIN_VARIANCE, variance(mean)))
                - Own.of(mean, known).bias();
    }

    /** The argument at which the function, which falls, has this value. */
    private static double inverseTrigamma(double value) {
        double low = FEW;
        double high = MANY / 2;
        for (int i = 0; i < BISECTIONS; i++) {
            double middle = Math.sqrt(low * high);
            if (Trigamma.value(middle) > value) {
                low = middle;
            } else {
                high = middle;
            }
        }
        return Math.sqrt(low * high);
    }

    /** The mean of one of the samples, whose scatter is told by its own values and by the common scatter. */
    Estimate mean(Estimate own) {
        double all = own.degreesOfFreedom() + degreesOfFreedom;
        double moderated = (own.degreesOfFreedom() * variance(own) + degreesOfFreedom * variance) / all;
        return new Estimate(own.value(), Math.sqrt(moderated / own.values()), all);
    }
}
