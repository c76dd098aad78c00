package org.ipcbench.run;

import java.io.IOException;
import java.util.List;
import org.ipcbench.environment.Environment;
import org.ipcbench.plan.Earlier;
import org.ipcbench.plan.Estimate;
import org.ipcbench.plan.result.RunTally;
import org.ipcbench.report.RunDirectory;
import org.ipcbench.results.ResultsLog;
import org.ipcbench.results.header.RunIdentity;
import org.ipcbench.results.header.RunTerms;

/** Where a run begins: anew, or with what an earlier process has measured of it. */
interface RunStart {

    /**
     * Looks for what speaks against the run in this environment.
     *
     * @throws InvalidRequestException if something does
     */
    void require(RunEnvironment surroundings) throws IOException;

    /** The directory of the run's files. */
    RunDirectory directory(Estimate estimate) throws IOException;

    /** Gives the directory up, because nothing is going to be measured. */
    void abandon(RunDirectory directory) throws IOException;

    /** What it takes besides the cells to go on with the run. Interrupting the thread ends it. */
    RunTerms terms() throws IOException;

    /** The environment that the figures belong to. */
    Environment environment(RunDirectory directory, Environment now) throws IOException;

    /** The record that iterations are appended to. */
    ResultsLog log(RunDirectory directory, RunIdentity identity, RunTerms terms) throws IOException;

    /** What is measured already, which the tally gets as well. */
    Earlier earlier(RunTally tally, RunDisplay display) throws IOException;

    /** The command line of the run, as it may be published. */
    List<String> arguments();
}
