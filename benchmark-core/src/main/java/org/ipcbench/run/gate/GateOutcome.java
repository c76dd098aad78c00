package org.ipcbench.run.gate;

import java.util.List;
import java.util.stream.Stream;

/**
 * What the gates say of a run: a line for each cell and gate that does not certainly hold, and one about those that do.
 *
 * @param failures cells that are certainly slower than allowed
 * @param undecided cells that may be slower than allowed, or may not
 * @param unmeasured cells that could not be compared
 * @param held how many cells are certainly not slower than allowed
 */
public record GateOutcome(List<String> failures, List<String> undecided, List<String> unmeasured, List<String> held) {
    /** There are no gates, or nothing to say. */
    public static final GateOutcome NONE = new GateOutcome(List.of(), List.of(), List.of(), List.of());

    public GateOutcome {
        failures = List.copyOf(failures);
        undecided = List.copyOf(undecided);
        unmeasured = List.copyOf(unmeasured);
        held = List.copyOf(held);
    }

    /** Whether a cell neither certainly fails nor certainly holds. */
    public boolean isOpen() {
        return !undecided.isEmpty() || !unmeasured.isEmpty();
    }

    /** All lines, the gravest first. */
    public List<String> lines() {
        return Stream.of(failures, unmeasured, undecided, held)
                .flatMap(List::stream)
                .toList();
    }
}
