package org.ipcbench.analysis;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.ipcbench.measure.Measurement;

/** The iterations of one cell as they come, each without its histogram. */
public final class Tally {
    private final List<TalliedIteration> iterations = new ArrayList<>();
    private Optional<Summary> summary = Optional.empty();

    /** Adds an iteration of this round. */
    public void add(Measurement measurement, int round) {
        iterations.add(TalliedIteration.of(measurement, round));
        summary = Optional.of(new Summary(iterations));
    }

    /** Takes out the iterations of a round that was measured again. */
    public void discard(int round) {
        iterations.removeIf(iteration -> iteration.round() == round);
        summary = iterations.isEmpty() ? Optional.empty() : Optional.of(new Summary(iterations));
    }

    /** Summary of the iterations; empty where there is none. */
    public Optional<Summary> summary() {
        return summary;
    }
}
