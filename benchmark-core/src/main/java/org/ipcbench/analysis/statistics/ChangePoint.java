package org.ipcbench.analysis.statistics;

import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * The place in a series at which its mean changes most clearly: the split with the largest two-sample t.
 *
 * @param before number of values before the change
 * @param ratio the values after the change divided by those before it
 * @param pValue how often a series without a change has a split at least as clear, at most (Bonferroni over all splits)
 */
public record ChangePoint(int before, RatioEstimate ratio, double pValue) {
    /** Fewer values do not show at which of them something changed. */
    public static final int MIN_VALUES = 4;

    /**
     * The clearest split of a series; empty for fewer than {@value #MIN_VALUES} values.
     *
     * @param values in their order, each above zero
     */
    public static Optional<ChangePoint> of(List<Double> values) {
        List<Double> logarithms = values.stream().map(Math::log).toList();
        int splits = values.size() - 1;
        return values.size() < MIN_VALUES
                ? Optional.empty()
                : IntStream.rangeClosed(1, splits)
                        .mapToObj(before -> split(logarithms, before, splits))
                        .min(Comparator.comparingDouble(ChangePoint::pValue));
    }

    private static ChangePoint split(List<Double> logarithms, int before, int splits) {
        Estimate difference = Estimate.ofShift(
                Sample.of(logarithms.subList(before, logarithms.size())), Sample.of(logarithms.subList(0, before)));
        return new ChangePoint(before, new RatioEstimate(difference), Math.min(1, splits * difference.pValue(0)));
    }
}
