package org.ipcbench.run.request;

import java.util.List;
import java.util.Set;
import org.ipcbench.analysis.doubt.Reason;
import org.ipcbench.analysis.statistics.Gate;

/**
 * Which figures the user accepts.
 *
 * @param ignored kinds of doubt that do not make a figure suspect
 * @param gates how much slower than the first variant the others may be; the strictest of each figure counts, as in the record
 * @param strict whether each transport that was named one by one must have a figure that is not invalid
 */
public record Acceptance(Set<Reason.Kind> ignored, List<Gate> gates, boolean strict) {
    /** Every kind of doubt counts, and a cell may have no figure. */
    public static final Acceptance USUAL = new Acceptance(Set.of(), List.of(), false);

    public Acceptance {
        ignored = Set.copyOf(ignored);
        gates = Gate.of(Gate.byFigure(gates));
    }
}
