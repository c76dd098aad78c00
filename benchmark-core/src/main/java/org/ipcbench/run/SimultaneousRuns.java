package org.ipcbench.run;

import java.io.IOException;
import java.util.HashSet;
import java.util.Set;
import java.util.function.Consumer;
import org.ipcbench.plan.Plan;
import org.ipcbench.plan.rounds.RunListener;
import org.ipcbench.scratch.FoundDirectory;
import org.ipcbench.scratch.ScratchDirectory;

/** Says once of each other run that it goes on at the same time, whichever of them has begun first. */
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
                    lines.accept("%s measures at the same time, in %s; each run disturbs the other's figures"
                            .formatted(owner(other), other.path()));
                }
            }
        } catch (IOException e) {
            // the directory for temporary files is gone or closed: the iteration that is about to start says so
        }
    }

    private static String owner(FoundDirectory other) {
        return other.owner().isPresent() ? "process " + other.owner().getAsLong() : "another container";
    }
}
