package org.ipcbench.results;

import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.ipcbench.plan.Plan;
import org.ipcbench.results.line.IterationLine;

/** Which iterations of a record count, after rounds and cells were measured again. */
final class CountedRounds {
    /** Rounds whose planned iterations count no longer, because the repetition is complete. */
    private final Set<Integer> repeated = new HashSet<>();

    /** Rounds in which a cell, by its index, was measured again without a failure. */
    private final Map<Integer, Set<Integer>> again = new HashMap<>();

    /** Takes note of a line of the record. */
    void take(IterationLine line) {
        if (line.planned() == Plan.Part.PLANNED && line.superseded()) {
            repeated.add(line.round());
        }
        if (line.planned() == Plan.Part.AGAIN && line.measurement() != null) {
            again.computeIfAbsent(line.cell(), unused -> new HashSet<>()).add(line.round());
        }
    }

    /** The rounds that were measured again. */
    Set<Integer> repeated() {
        return Collections.unmodifiableSet(repeated);
    }

    /** Whether the cell with this index was measured again in every planned round, so that nothing earlier counts. */
    boolean isReplaced(int cell, int plannedRounds) {
        return again.getOrDefault(cell, Set.of()).stream()
                        .filter(round -> round <= plannedRounds)
                        .count()
                == plannedRounds;
    }

    /** The indices of the cells that were measured again in every planned round. */
    List<Integer> replaced(int plannedRounds) {
        return again.keySet().stream()
                .filter(cell -> isReplaced(cell, plannedRounds))
                .toList();
    }

    /**
     * Whether the iteration counts. A superseded failure still counts as one, since the figures of its round are those of
     * the repetition.
     */
    boolean counts(IterationLine line, int plannedRounds) {
        boolean isReplaced = isReplaced(line.cell(), plannedRounds);
        return !line.isRepeated()
                && switch (line.planned()) {
                    case BASELINE -> true;
                    case PLANNED -> !isReplaced && (!repeated.contains(line.round()) || line.failure() != null);
                    case REPETITION -> !isReplaced && !line.superseded() && repeated.contains(line.round());
                    case EXTRA -> !isReplaced;
                    case AGAIN -> isReplaced;
                };
    }
}
