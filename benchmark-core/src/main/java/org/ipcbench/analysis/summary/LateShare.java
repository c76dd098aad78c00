package org.ipcbench.analysis.summary;

import java.util.Optional;
import org.ipcbench.analysis.statistics.Interval;
import org.ipcbench.analysis.statistics.Sample;

/**
 * The messages of a load that are later than a limit.
 *
 * @param share their share of all messages, mean over the iterations
 * @param interval the 95 % interval of the share; empty for fewer than three iterations, and for two speeds
 * @param machine the share of the messages that the machine's stalls alone delay by more than the limit; 0 if no stall of this
 *     length was seen
 * @param besideMachine the 95 % interval of the share less the machine's; empty without an interval, and if no stall of this length
 *     was seen
 */
public record LateShare(double share, Optional<Interval> interval, double machine, Optional<Interval> besideMachine) {
    /** From here on, more degrees of freedom change nothing. */
    private static final double MANY = 1_000;

    /**
     * The level for the upper end of the interval of all late messages. Their shares are skewed, so that Student's t at the usual
     * level leaves the true share above too often.
     */
    private static final double ALPHA_ABOVE = 0.02;

    /**
     * The mean of the iterations' shares.
     *
     * @param shares the share of each iteration
     * @param hasTwoSpeeds whether the iterations have two speeds
     * @param machineError the standard error of the machine's share
     */
    public static LateShare of(Sample shares, boolean hasTwoSpeeds, double machine, double machineError) {
        boolean hasInterval = shares.count() >= Sample.MIN_VALUES && !hasTwoSpeeds;
        return new LateShare(
                shares.mean(),
                hasInterval ? Optional.of(interval(shares, 0, 0, ALPHA_ABOVE)) : Optional.empty(),
                machine,
                hasInterval && machine > 0
                        ? Optional.of(interval(shares, machine, machineError, Interval.ALPHA))
                        : Optional.empty());
    }

    private static Interval interval(Sample shares, double less, double lessError, double alphaAbove) {
        double error = shares.deviation() / Math.sqrt(shares.count());
        double both = Math.hypot(error, lessError);
        double degreesOfFreedom = // Welch and Satterthwaite
                error == 0 ? MANY : Math.min(MANY, (shares.count() - 1) * Math.pow(both / error, 4));
        double own = shares.mean() - less;
        return new Interval(
                own - Sample.quantile(degreesOfFreedom, Interval.ALPHA) * both,
                own + Sample.quantile(degreesOfFreedom, alphaAbove) * both);
    }
}
