package org.ipcbench.report;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.ipcbench.plan.IterationResult;
import org.ipcbench.plan.Plan;
import org.ipcbench.plan.RunListener;
import org.ipcbench.plan.RunResult;

/** Keeps {@code output.csv} of a run up to date after every iteration, and the newest run's copy at its end. */
public final class RunFiles implements RunListener {
    private final RunDirectory directory;
    private final Plan plan;
    private final CsvReport csv = new CsvReport();
    private final List<IterationResult> results = new ArrayList<>();

    public RunFiles(RunDirectory directory, Plan plan) {
        this.directory = directory;
        this.plan = plan;
    }

    @Override
    public void iterationEnded(IterationResult result) throws IOException {
        results.add(result);
        csv.write(RunResult.of(plan, results, false), directory.path().resolve(CsvReport.FILE_NAME));
    }

    /** Writes the final table, into the run's directory and beside the runs. */
    public void finish(RunResult result) throws IOException {
        csv.write(result, directory.path().resolve(CsvReport.FILE_NAME));
        csv.write(result, directory.newestTable());
    }
}
