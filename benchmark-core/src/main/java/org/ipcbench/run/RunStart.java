package org.ipcbench.run;

import java.io.IOException;
import java.util.List;
import org.ipcbench.environment.Environment;
import org.ipcbench.plan.Earlier;
import org.ipcbench.plan.RunEstimate;
import org.ipcbench.plan.result.RunTally;
import org.ipcbench.report.RunDirectory;
import org.ipcbench.results.ResultsLog;
import org.ipcbench.results.header.RunIdentity;
import org.ipcbench.results.header.RunTerms;

/** The start of a run: a fresh one, or one with figures that an earlier process has measured. */
interface RunStart {

    /**
     * Checks whether the run is possible in this environment.
     *
     * @throws InvalidRequestException if it is not
     */
    void require(RunEnvironment surroundings) throws IOException;

    /** The directory of the run's files. */
    RunDirectory directory(RunEstimate estimate) throws IOException;

    /** Gives the directory up, because nothing is going to be measured. */
    void abandon(RunDirectory directory) throws IOException;

    /** The terms that are needed, besides the cells, to resume the run. An interrupt of the thread ends this method. */
    RunTerms terms() throws IOException;

    /**
     * The environment that the figures belong to.
     *
     * @param now what was captured
     * @param surroundings measures what else belongs to it, right before the first iteration
     */
    Environment environment(RunDirectory directory, Environment now, RunEnvironment surroundings) throws IOException;

    /** The record for the results of iterations. */
    ResultsLog log(RunDirectory directory, RunIdentity identity, RunTerms terms) throws IOException;

    /** The iterations that are already measured; also adds them to the tally. */
    Earlier earlier(RunTally tally, RunDisplay display) throws IOException;

    /** The command line of the run, as it may be published. */
    List<String> arguments();
}
