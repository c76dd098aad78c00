package org.ipcbench.run;

import java.io.IOException;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import org.ipcbench.kernel.TemporaryDirectory;
import org.ipcbench.plan.Plan;
import org.ipcbench.plan.rounds.RunListener;
import org.ipcbench.scratch.FoundDirectory;

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
            for (Path temporary : TemporaryDirectory.ofThisProcess().all()) {
                tell(FoundDirectory.allIn(temporary));
            }
        } catch (IOException e) {
            // the directory for temporary files is gone or not readable; the iteration that starts now reports that
        }
    }

    private void tell(List<FoundDirectory> others) {
        for (FoundDirectory other : others) {
            if (other.use() == FoundDirectory.Use.IN_USE && told.add(owner(other))) {
                lines.accept("%s is measuring at the same time, in %s; each run disturbs the other's figures"
                        .formatted(owner(other), other.path()));
            }
        }
    }

    private static String owner(FoundDirectory other) {
        return other.owner().isPresent() ? "process " + other.owner().getAsLong() : "another container";
    }
}
