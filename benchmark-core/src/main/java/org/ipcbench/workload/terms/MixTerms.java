package org.ipcbench.workload.terms;

import java.util.List;
import org.ipcbench.workload.shape.SizeMix;
import org.ipcbench.workload.shape.SizeQuantiles;
import org.jspecify.annotations.Nullable;

/**
 * Sizes that differ from call to call, as stored in a record: the values, so that no file is needed to measure them again.
 *
 * @param label how the user asked for them; of a file, only the name
 * @param parts sizes with their weights; null if they are not from a file of weights
 * @param medianBytes median of a lognormal distribution, in bytes; null for others
 * @param sigma its standard deviation; null for others
 * @param dueNanos when each call of a trace was made after the first one, in nanoseconds; null for others
 * @param traceBytes the size of each request of a trace, in bytes; null for others
 * @param quantiles how the sizes are distributed
 */
public record MixTerms(
        String label,
        @Nullable List<SizeMix.Weighted.Part> parts,
        @Nullable Integer medianBytes,
        @Nullable Double sigma,
        @Nullable List<Long> dueNanos,
        @Nullable List<Integer> traceBytes,
        SizeQuantiles quantiles) {

    static @Nullable MixTerms of(@Nullable SizeMix mix) {
        if (mix == null) {
            return null;
        }
        SizeQuantiles quantiles = SizeQuantiles.of(mix);
        if (mix instanceof SizeMix.Weighted weighted) {
            return new MixTerms(mix.label(), weighted.parts(), null, null, null, null, quantiles);
        }
        if (mix instanceof SizeMix.Trace trace) {
            return new MixTerms(mix.label(), null, null, null, trace.dueNanos(), trace.bytes(), quantiles);
        }
        SizeMix.Lognormal lognormal = (SizeMix.Lognormal) mix;
        return new MixTerms(mix.label(), null, lognormal.medianBytes(), lognormal.sigma(), null, null, quantiles);
    }

    /** The sizes; throws if a value is missing or not allowed. */
    SizeMix asked() {
        if (parts != null) {
            return new SizeMix.Weighted(label, parts);
        }
        if (dueNanos != null && traceBytes != null) {
            return new SizeMix.Trace(label, dueNanos, traceBytes);
        }
        if (medianBytes == null || sigma == null) {
            throw new IllegalArgumentException("the sizes '%s' lack their values".formatted(label));
        }
        return new SizeMix.Lognormal(medianBytes, sigma);
    }
}
