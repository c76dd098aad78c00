package org.ipcbench.analysis.doubt;

import java.util.List;
import java.util.Optional;
import org.ipcbench.analysis.summary.CellLatencies;
import org.ipcbench.analysis.summary.Rates;
import org.ipcbench.measure.result.Measurement;

/** The evidence for rules that look at iterations only. */
public final class SampleEvidence {
    private SampleEvidence() {}

    /** The evidence of iterations without latencies and without a schedule. */
    public static Evidence of(List<Measurement> iterations) {
        return new Evidence(iterations, new Rates(iterations), new CellLatencies(List.of()), Optional.empty());
    }
}
