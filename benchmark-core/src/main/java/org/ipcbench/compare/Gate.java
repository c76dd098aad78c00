package org.ipcbench.compare;

import java.util.ArrayList;
import java.util.List;
import org.ipcbench.analysis.statistics.Holm;

/**
 * Fails cells that are slower than allowed. A cell fails if its whole interval lies beyond the limit, and Holm's procedure over
 * all compared cells confirms it. A run whose cells are exactly at the limit then fails as rarely as equal cells are told apart.
 *
 * @param allowed how much slower a cell may be, as a share of its speed
 */
public record Gate(double allowed) {
    public Gate {
        if (!(allowed > 0 && allowed < 1)) {
            throw new IllegalArgumentException("allowed must be between 0 and 1, was " + allowed);
        }
    }

    /**
     * A cell that fails.
     *
     * @param now the side in which it is too slow
     * @param cell its comparison
     */
    public record FailedCell(Side now, ComparedCell cell) {}

    /** The cells that fail, in the order of the comparisons. */
    public List<FailedCell> failures(List<SideComparison> comparisons) {
        double limit = 1 - allowed;
        List<FailedCell> compared = new ArrayList<>();
        for (SideComparison comparison : comparisons) {
            comparison.cells().stream()
                    .filter(ComparedCell::isCompared)
                    .forEach(cell -> compared.add(new FailedCell(comparison.now(), cell)));
        }
        List<Holm.Decision> decisions = Holm.judge(compared.stream()
                .map(each -> each.cell().comparison().orElseThrow().pValue(limit))
                .toList());
        List<FailedCell> failures = new ArrayList<>();
        for (int i = 0; i < compared.size(); i++) {
            FailedCell candidate = compared.get(i);
            if (decisions.get(i).differs()
                    && candidate.cell().interval().orElseThrow().high() < limit) {
                failures.add(candidate);
            }
        }
        return failures;
    }
}
