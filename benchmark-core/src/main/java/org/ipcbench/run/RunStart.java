package org.ipcbench.run;

import java.io.IOException;
import java.nio.file.Files;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.util.List;
import java.util.Optional;
import org.ipcbench.environment.Environment;
import org.ipcbench.environment.EnvironmentProbe;
import org.ipcbench.plan.Plan;
import org.ipcbench.plan.Plan.Earlier;
import org.ipcbench.plan.RunEstimate;
import org.ipcbench.plan.result.RunTally;
import org.ipcbench.report.RunDirectory;
import org.ipcbench.report.RunFiles.EnvironmentFile;
import org.ipcbench.results.RecordedRun;
import org.ipcbench.results.ResultsLog;
import org.ipcbench.results.RunRecord;
import org.ipcbench.results.header.RunIdentity;
import org.ipcbench.results.header.RunTerms;
import org.ipcbench.run.program.Launcher;
import org.ipcbench.run.request.GivenTerms;
import org.ipcbench.run.request.InvalidRequestException;
import org.ipcbench.run.request.InvalidRequestException.Argument;
import org.ipcbench.run.request.RunSetup;
import org.ipcbench.workload.TransferredFile;

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

    /**
     * A run with nothing measured yet.
     *
     * @param plan the cells
     * @param setup the peers, rules and output
     * @param named ids of the transports that were named one by one
     * @param launcher starts the peers
     */
    record Fresh(Plan plan, RunSetup setup, List<String> named, Launcher launcher) implements RunStart {

        @Override
        public void require(RunEnvironment surroundings) {}

        @Override
        public RunDirectory directory(RunEstimate estimate) {
            try {
                return RunDirectory.create(
                        setup.output().directory(), LocalDateTime.now(ZoneId.systemDefault()), estimate.diskBytes());
            } catch (IOException e) {
                throw new InvalidRequestException(Argument.OUTPUT, e);
            }
        }

        @Override
        public void abandon(RunDirectory directory) throws IOException {
            Files.deleteIfExists(directory.path());
        }

        @Override
        public RunTerms terms() throws IOException {
            Optional<TransferredFile> transferred = plan.cells().stream()
                    .flatMap(cell -> cell.workload().transferred().stream())
                    .findFirst();
            return new GivenTerms(
                            setup,
                            launcher.plugins(),
                            named,
                            transferred.map(TransferredFile::source),
                            transferred.filter(file -> file.target() != null).isPresent())
                    .terms();
        }

        @Override
        public Environment environment(RunDirectory directory, Environment now, RunEnvironment surroundings)
                throws IOException {
            Environment measured = now.withWakeUps(surroundings.wakeUps());
            new EnvironmentFile().write(measured, directory.path().resolve(EnvironmentFile.FILE_NAME));
            return measured;
        }

        @Override
        public ResultsLog log(RunDirectory directory, RunIdentity identity, RunTerms terms) throws IOException {
            return ResultsLog.create(directory.path().resolve(ResultsLog.FILE_NAME), plan, identity, terms);
        }

        @Override
        public Earlier earlier(RunTally tally, RunDisplay display) {
            return Earlier.NOTHING;
        }

        @Override
        public List<String> arguments() {
            return new EnvironmentProbe().published(setup.output().arguments());
        }
    }

    /**
     * A run that an earlier process has begun.
     *
     * @param resumption the run
     * @param plan the cells, as in that process
     */
    record Resumed(Resumption resumption, Plan plan) implements RunStart {

        @Override
        public void require(RunEnvironment surroundings) throws IOException {
            Optional<String> obstacle = resumption.obstacle(plan, surroundings.capture());
            if (obstacle.isPresent()) {
                throw new InvalidRequestException(
                        Argument.RUN, "'%s': %s".formatted(record().directory(), obstacle.get()));
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
            display.line("%d of %d iterations have already been measured"
                    .formatted(earlier.countOf(plan), plan.turnCount()));
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
}
