package org.ipcbench.plan;

import java.util.Optional;
import org.ipcbench.measure.Measurement;

/**
 * What came of one iteration.
 *
 * @param turn which one
 * @param measurement what was measured; empty where it failed
 * @param failure why it failed; empty where it did not
 */
public record IterationResult(Plan.Turn turn, Optional<Measurement> measurement, String failure) {

    static IterationResult measured(Plan.Turn turn, Measurement measurement) {
        return new IterationResult(turn, Optional.of(measurement), "");
    }

    static IterationResult failed(Plan.Turn turn, String failure) {
        return new IterationResult(turn, Optional.empty(), failure);
    }
}
