package org.ipcbench.run.request;

import java.util.Optional;
import org.ipcbench.plan.StoppingRule;

/**
 * How often every cell is measured, and in which order.
 *
 * @param stopping when there are enough rounds
 * @param baseline whether the harness is also measured alone, to know its share of each figure
 * @param seed the seed of the order; empty for a new seed in each run
 */
public record Repetition(StoppingRule stopping, boolean baseline, Optional<Long> seed) {

    /** This number of iterations, each with a fresh pair of JVMs, in a new order and without a baseline. */
    public static Repetition times(int iterations) {
        return new Repetition(new StoppingRule.FixedRounds(iterations), false, Optional.empty());
    }
}
