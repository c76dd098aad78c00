package org.ipcbench.run;

import java.io.IOException;
import java.nio.file.Files;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.util.List;
import java.util.Optional;
import org.ipcbench.environment.Environment;
import org.ipcbench.environment.EnvironmentProbe;
import org.ipcbench.plan.Earlier;
import org.ipcbench.plan.Plan;
import org.ipcbench.plan.RunEstimate;
import org.ipcbench.plan.result.RunTally;
import org.ipcbench.report.EnvironmentFile;
import org.ipcbench.report.RunDirectory;
import org.ipcbench.results.ResultsLog;
import org.ipcbench.results.header.RunIdentity;
import org.ipcbench.results.header.RunTerms;
import org.ipcbench.run.program.Launcher;
import org.ipcbench.run.request.Argument;
import org.ipcbench.run.request.GivenTerms;
import org.ipcbench.run.request.InvalidRequestException;
import org.ipcbench.run.request.RunSetup;
import org.ipcbench.workload.TransferredFile;

/**
 * A run with nothing measured yet.
 *
 * @param plan the cells
 * @param setup the peers, rules and output
 * @param named ids of the transports that were named one by one
 * @param launcher starts the peers
 */
record FreshRun(Plan plan, RunSetup setup, List<String> named, Launcher launcher) implements RunStart {

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
