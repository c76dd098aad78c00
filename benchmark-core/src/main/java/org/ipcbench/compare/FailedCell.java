package org.ipcbench.compare;

import java.util.ArrayList;
import java.util.List;
import org.ipcbench.analysis.statistics.Gate;

/**
 * A cell that is slower than a gate allows.
 *
 * @param now the side in which it is too slow
 * @param cell its comparison
 */
public record FailedCell(Side now, ComparedCell cell) {

    /**
     * The cells that fail, in the order of the comparisons. Their whole intervals, which the table shows, lie beyond the
     * limit as well.
     */
    public static List<FailedCell> of(Gate gate, List<SideComparison> comparisons) {
        List<FailedCell> compared = new ArrayList<>();
        for (SideComparison comparison : comparisons) {
            comparison.cells().stream()
                    .filter(ComparedCell::isCompared)
                    .forEach(cell -> compared.add(new FailedCell(comparison.now(), cell)));
        }
        List<Gate.Judgement> judgements = Gate.judge(compared.stream()
                .map(each -> new Gate.Gated(gate, each.cell().comparison().orElseThrow()))
                .toList());
        List<FailedCell> failures = new ArrayList<>();
        for (int i = 0; i < compared.size(); i++) {
            FailedCell candidate = compared.get(i);
            if (judgements.get(i) == Gate.Judgement.FAILS
                    && candidate.cell().interval().orElseThrow().high() < gate.limit()) {
                failures.add(candidate);
            }
        }
        return failures;
    }
}
