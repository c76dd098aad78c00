package org.ipcbench.run;

import java.io.IOException;
import java.util.List;
import java.util.Optional;
import org.ipcbench.environment.Environment;
import org.ipcbench.plan.Earlier;
import org.ipcbench.plan.Plan;
import org.ipcbench.plan.RunEstimate;
import org.ipcbench.plan.result.RunTally;
import org.ipcbench.report.RunDirectory;
import org.ipcbench.results.RecordedRun;
import org.ipcbench.results.ResultsLog;
import org.ipcbench.results.RunRecord;
import org.ipcbench.results.header.RunIdentity;
import org.ipcbench.results.header.RunTerms;
import org.ipcbench.run.request.Argument;
import org.ipcbench.run.request.InvalidRequestException;

/**
 * A run that an earlier process has begun.
 *
 * @param resumption the run
 * @param plan the cells, as in that process
 */
record ResumedRun(Resumption resumption, Plan plan) implements RunStart {

    @Override
    public void require(RunEnvironment surroundings) throws IOException {
        Optional<String> obstacle = resumption.obstacle(plan, surroundings.capture());
        if (obstacle.isPresent()) {
            throw new InvalidRequestException(Argument.RUN, "'%s': %s".formatted(record().directory(), obstacle.get()));
        }
    }

    @Override
    public RunDirectory directory(RunEstimate estimate) throws IOException {
        return resumption.directory();
    }

    @Override
    public void abandon(RunDirectory directory) {} // keeps the directory, because it holds the figures

    @Override
    public RunTerms terms() {
        return resumption.terms();
    }

    @Override
    public Environment environment(RunDirectory directory, Environment now, RunEnvironment surroundings)
            throws IOException {
        return RecordedRun.environmentOf(directory.path());
    }

    @Override
    public ResultsLog log(RunDirectory directory, RunIdentity identity, RunTerms terms) throws IOException {
        return ResultsLog.resume(record(), resumption.lock(), plan, identity);
    }

    @Override
    public Earlier earlier(RunTally tally, RunDisplay display) throws IOException {
        record().forEachIteration(plan, tally::add);
        record().forEachUnfinished(plan, tally::add);
        Earlier earlier = record().earlier(plan);
        display.line(
                "%d of %d iterations have already been measured".formatted(earlier.countOf(plan), plan.turnCount()));
        return earlier;
    }

    @Override
    public List<String> arguments() {
        return record().header().run().arguments();
    }

    private RunRecord record() {
        return resumption.record();
    }
}
