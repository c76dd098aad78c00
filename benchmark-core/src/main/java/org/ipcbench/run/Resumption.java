package org.ipcbench.run;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.ipcbench.environment.Environment;
import org.ipcbench.environment.EnvironmentDifference;
import org.ipcbench.environment.MachineIdentity;
import org.ipcbench.environment.SuiteVersion;
import org.ipcbench.plan.Plan;
import org.ipcbench.report.RunDirectory;
import org.ipcbench.report.file.CsvReport;
import org.ipcbench.results.RecordedRun;
import org.ipcbench.results.RunLock;
import org.ipcbench.results.RunRecord;
import org.ipcbench.results.header.RunHeader;
import org.ipcbench.results.header.RunTerms;

/**
 * A run to be resumed.
 *
 * @param record what the run has measured so far
 * @param terms the terms in the record's header
 * @param lock keeps other processes from resuming the run at the same time
 * @param ignoresEnvironment whether it is resumed even if the environment differs
 */
public record Resumption(RunRecord record, RunTerms terms, RunLock lock, boolean ignoresEnvironment) {

    /**
     * The directory of its files. The table beside the runs is replaced only if it is this run's table, and made only if the run
     * has no table yet.
     */
    RunDirectory directory() throws IOException {
        Path directory = record.directory();
        Path table = directory.resolve(CsvReport.FILE_NAME);
        Path parent = Optional.ofNullable(directory.toAbsolutePath().normalize().getParent())
                .orElse(directory);
        Path newest = parent.resolve(CsvReport.FILE_NAME);
        boolean isNewest = Files.notExists(newest)
                ? Files.notExists(table)
                : Files.isRegularFile(newest) && Files.isRegularFile(table) && Files.mismatch(newest, table) < 0;
        return new RunDirectory(isNewest ? parent : directory, directory);
    }

    /**
     * Why the run cannot be resumed with this machine and suite, found before anything is loaded; empty if there is no
     * obstacle.
     */
    public Optional<String> obstacle(Environment environment) throws IOException {
        if (!RecordedRun.environmentOf(record.source()).prefixes().isEmpty()) {
            return Optional.of(
                    "its peers ran behind a prefix, or other programs, which a record does not contain; start a new run");
        }
        return refusal(differences(environment));
    }

    /** Why the run cannot be resumed with this plan in this environment; empty if there is no obstacle. */
    Optional<String> obstacle(Plan plan, Environment environment) throws IOException {
        Stream<String> cells = record.header().describes(plan)
                ? Stream.empty()
                : Stream.of("what this machine can measure has changed");
        return refusal(Stream.concat(cells, differences(environment)));
    }

    private Stream<String> differences(Environment environment) throws IOException {
        RunHeader recorded = record.header();
        String before = recorded.run().host();
        String host = MachineIdentity.current().host();
        Stream<String> machine = before.equals(host) || before.isEmpty() || host.isEmpty()
                ? Stream.empty()
                : Stream.of("this is another machine");
        Stream<String> suite = SuiteVersion.commit().equals(recorded.run().commit())
                ? Stream.empty()
                : Stream.of("the suite was built from other sources");
        Stream<String> others =
                EnvironmentDifference.between(RecordedRun.environmentOf(record.source()), environment).stream()
                        .map(EnvironmentDifference::text);
        return Stream.of(machine, suite, others).flatMap(each -> each);
    }

    private Optional<String> refusal(Stream<String> differences) {
        String all = differences.collect(Collectors.joining("; "));
        return ignoresEnvironment || all.isEmpty()
                ? Optional.empty()
                : Optional.of("the environment has changed (%s); --ignore environment resumes anyway".formatted(all));
    }
}
