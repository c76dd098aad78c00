package org.ipcbench.analysis;

import java.util.Optional;
import org.ipcbench.analysis.statistics.Interval;
import org.ipcbench.analysis.statistics.Sample;

/**
 * What a summary tells of a percentile that was drawn, not measured.
 *
 * @param value geometric mean of the iterations' percentiles
 * @param interval its 95 % interval; nothing for fewer than three iterations
 */
public record MadeUpPercentile(double value, Optional<Interval> interval) {
    /** Of iterations with these percentiles. */
    public static MadeUpPercentile of(double... iterations) {
        Sample sample = new Sample(iterations);
        return new MadeUpPercentile(sample.geometricMean(), sample.geometricInterval());
    }
}
