package org.ipcbench.analysis.summary;

import java.util.List;
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
 * @param certainly for each iteration, the share that its late messages certainly do not exceed if each is late by itself
 */
public record LateShare(
        double share,
        Optional<Interval> interval,
        double machine,
        Optional<Interval> besideMachine,
        List<Double> certainly) {
    /** From here on, more degrees of freedom change nothing. */
    private static final double MANY = 1_000;

    /**
     * The level for the upper end of the interval of all late messages. Their shares are skewed, so that Student's t at the usual
     * level leaves the true share above too often.
     */
    private static final double ALPHA_ABOVE = 0.02;

    /** One time in twenty a standard normal number is above. */
    private static final double ONE_SIDED = 1.645;

    /** In so many iterations a transport that is late by itself is hardly ever certainly below a share that it exceeds on average. */
    private static final int MIN_QUIET = 2;

    /** The least part of the iterations that has to be quiet. */
    private static final double MIN_QUIET_PART = 0.4;

    public LateShare {
        certainly = List.copyOf(certainly);
    }

    /**
     * The share that so many of the messages certainly do not exceed: Wilson's upper limit for rare events, 95 % on one side.
     *
     * @param count number of messages, at least one
     */
    public static double certainly(double share, long count) {
        double late = share * count;
        double square = ONE_SIDED * ONE_SIDED;
        return (late + square / 2 + ONE_SIDED * Math.sqrt(late + square / 4)) / count;
    }

    /**
     * Whether fewer messages are late than this share in so many iterations that more of them in the other ones come in bursts: stalls make
     * messages late, and never early. {@code RepeatedAdviceRatesTest} and {@code EliminationRatesTest} have the error rates.
     */
    public boolean isBelowButForBursts(double most) {
        long quiet = certainly.stream().filter(share -> share < most).count();
        return quiet >= Math.max(MIN_QUIET, MIN_QUIET_PART * certainly.size());
    }

    /**
     * The mean of the iterations' shares.
     *
     * @param shares the share of each iteration
     * @param certainly the share that each iteration's certainly does not exceed
     * @param hasTwoSpeeds whether the iterations have two speeds
     * @param machineError the standard error of the machine's share
     */
    public static LateShare of(
            Sample shares, List<Double> certainly, boolean hasTwoSpeeds, double machine, double machineError) {
        boolean hasInterval = shares.count() >= Sample.MIN_VALUES && !hasTwoSpeeds;
        return new LateShare(
                shares.mean(),
                hasInterval ? Optional.of(interval(shares, 0, 0, ALPHA_ABOVE)) : Optional.empty(),
                machine,
                hasInterval && machine > 0
                        ? Optional.of(interval(shares, machine, machineError, Interval.ALPHA))
                        : Optional.empty(),
                certainly);
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
