package org.ipcbench.run.request;

import java.time.Duration;
import java.util.Optional;
import org.ipcbench.plan.StoppingRule;

/**
 * How often every cell is measured, and in which order.
 *
 * @param stopping when there are enough rounds
 * @param extra the time that single cells may get beyond these rounds
 * @param seed the seed of the order; empty for a new seed in each run
 */
public record Repetition(StoppingRule stopping, Extra extra, Optional<Long> seed) {

    /**
     * The time beyond the rounds for cells that are suspect or wide.
     *
     * @param allowed whether there is any
     * @param longest time limit of the whole run; empty for half as long again as the estimate
     */
    public record Extra(boolean allowed, Optional<Duration> longest) {
        public static final Extra NONE = new Extra(false, Optional.empty());

        /** Half as long again as the estimate. */
        public static final Extra USUAL = new Extra(true, Optional.empty());

        /** As much as this limit of the whole run leaves. */
        public static Extra within(Duration longest) {
            return longest.isZero() ? NONE : new Extra(true, Optional.of(longest));
        }
    }

    /** This number of iterations, each with a fresh pair of JVMs, in a new order. */
    public static Repetition times(int iterations) {
        return new Repetition(new StoppingRule.FixedRounds(iterations), Extra.NONE, Optional.empty());
    }
}
