package org.ipcbench.run;

import java.io.IOException;
import java.util.HashSet;
import java.util.Set;
import java.util.function.Consumer;
import org.ipcbench.plan.Plan;
import org.ipcbench.plan.rounds.RunListener;
import org.ipcbench.scratch.FoundDirectory;
import org.ipcbench.scratch.ScratchDirectory;

/** Reports each other run that is measured at the same time once, even if it began later than this run. */
final class SimultaneousRuns implements RunListener {
    private final Consumer<String> lines;
    private final Set<String> told = new HashSet<>();

    /** Writes its lines to this consumer. */
    SimultaneousRuns(Consumer<String> lines) {
        this.lines = lines;
    }

    @Override
    public void iterationStarted(Plan.Turn turn) {
        try {
            for (FoundDirectory other : FoundDirectory.allIn(ScratchDirectory.temporary())) {
                if (other.use() == FoundDirectory.Use.IN_USE && told.add(owner(other))) {
                    lines.accept("%s is measuring at the same time, in %s; each run disturbs the other's figures"
                            .formatted(owner(other), other.path()));
                }
            }
        } catch (IOException e) {
            // the directory for temporary files is gone or not readable; the iteration that starts now reports that
        }
    }

    private static String owner(FoundDirectory other) {
        return other.owner().isPresent() ? "process " + other.owner().getAsLong() : "another container";
    }
}
