package org.ipcbench.analysis;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.ipcbench.analysis.summary.TalliedIteration;
import org.ipcbench.measure.result.Measurement;
import org.jspecify.annotations.Nullable;

/** The iterations of one cell as they come, each without its histogram. */
public final class Tally {
    private final List<TalliedIteration> iterations = new ArrayList<>();
    /** Made when somebody asks, since that takes longer the more iterations there are. */
    private @Nullable Summary summary;

    /** Adds an iteration of this round. */
    public void add(Measurement measurement, int round) {
        iterations.add(TalliedIteration.of(measurement, round));
        summary = null;
    }

    /** Takes out the iterations of a round that was measured again. */
    public void discard(int round) {
        iterations.removeIf(iteration -> iteration.round() == round);
        summary = null;
    }

    /** Summary of the iterations; empty where there is none. */
    public Optional<Summary> summary() {
        if (summary == null && !iterations.isEmpty()) {
            summary = new Summary(iterations);
        }
        return Optional.ofNullable(summary);
    }
}
