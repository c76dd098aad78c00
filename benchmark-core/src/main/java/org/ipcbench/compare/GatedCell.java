package org.ipcbench.compare;

import java.util.ArrayList;
import java.util.List;
import org.ipcbench.analysis.statistics.Gate;

/**
 * A cell that a gate does not certainly let pass.
 *
 * @param now the side in which it is, or may be, too slow
 * @param cell its comparison
 * @param fails whether it is certainly slower than allowed; otherwise that is undecided
 */
public record GatedCell(Side now, ComparedCell cell, boolean fails) {

    /**
     * The cells that do not certainly pass, in the order of the comparisons. The whole intervals of those that fail, which the table
     * shows, lie beyond the limit as well.
     */
    public static List<GatedCell> of(Gate gate, List<SideComparison> comparisons) {
        List<GatedCell> compared = new ArrayList<>();
        for (SideComparison comparison : comparisons) {
            comparison.cells().stream()
                    .filter(ComparedCell::isCompared)
                    .forEach(cell -> compared.add(new GatedCell(
                            comparison.now(),
                            cell,
                            cell.interval().orElseThrow().high() < gate.limit())));
        }
        List<Gate.Judgement> judgements = Gate.judge(compared.stream()
                .map(each -> new Gate.Gated(gate, each.cell().comparison().orElseThrow()))
                .toList());
        List<GatedCell> gated = new ArrayList<>();
        for (int i = 0; i < compared.size(); i++) {
            GatedCell each = compared.get(i);
            if (judgements.get(i) != Gate.Judgement.HOLDS) {
                boolean fails = each.fails() && judgements.get(i) == Gate.Judgement.FAILS;
                gated.add(new GatedCell(each.now(), each.cell(), fails));
            }
        }
        return gated;
    }
}
