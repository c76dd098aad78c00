package org.ipcbench.analysis;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.ipcbench.analysis.summary.TalliedLatencies.TalliedIteration;
import org.ipcbench.measure.result.Measurement;
import org.jspecify.annotations.Nullable;

/** Collects the iterations of one cell, each without its histogram. */
public final class Tally {
    private final List<TalliedIteration> iterations = new ArrayList<>();
    /** Computed on demand, since the computation takes longer the more iterations there are. */
    private @Nullable Summary summary;

    /** Adds an iteration of this round. */
    public void add(Measurement measurement, int round) {
        iterations.add(TalliedIteration.of(measurement, round));
        summary = null;
    }

    /** Removes the iterations of a round that is measured again. */
    public void discard(int round) {
        iterations.removeIf(iteration -> iteration.round() == round);
        summary = null;
    }

    /** Number of iterations. */
    public int count() {
        return iterations.size();
    }

    /** Summary of the iterations; empty if there is none. */
    public Optional<Summary> summary() {
        if (summary == null && !iterations.isEmpty()) {
            summary = new Summary(iterations);
        }
        return Optional.ofNullable(summary);
    }
}
