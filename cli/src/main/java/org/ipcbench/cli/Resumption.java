package org.ipcbench.cli;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.ipcbench.environment.Environment;
import org.ipcbench.environment.EnvironmentDifference;
import org.ipcbench.plan.Plan;
import org.ipcbench.results.RecordedRun;
import org.ipcbench.results.RunHeader;
import org.ipcbench.results.RunIdentity;
import org.ipcbench.results.RunLock;
import org.ipcbench.results.RunRecord;

/**
 * A run that is to go on.
 *
 * @param directory the run's own
 * @param record what it has measured so far
 * @param lock keeps other processes from going on with it, too
 * @param anyway whether differences of the environment are no obstacle
 */
record Resumption(Path directory, RunRecord record, RunLock lock, boolean anyway) {

    /**
     * What speaks against going on in this environment; empty where nothing does.
     *
     * @param plan what the recorded arguments mean here
     */
    List<String> obstacles(Plan plan, RunIdentity identity, Environment environment) throws IOException {
        RunHeader recorded = record.header();
        RunHeader here = RunHeader.of(plan, identity);
        if (here.cells().size() != recorded.cells().size()
                || here.baselines().size() != recorded.baselines().size()) {
            return List.of("its arguments mean %d cells here, and meant %d; measure again instead"
                    .formatted(here.cells().size(), recorded.cells().size()));
        }
        if (anyway) {
            return List.of();
        }
        Stream<String> machine = identity.host().equals(recorded.run().host())
                ? Stream.empty()
                : Stream.of("the machine is another one");
        Stream<String> cells = here.cells().equals(recorded.cells())
                ? Stream.empty()
                : Stream.of("what this machine can measure is no longer the same");
        Stream<String> suite = identity.commit().equals(recorded.run().commit())
                ? Stream.empty()
                : Stream.of("the suite was built from other sources");
        Stream<String> others =
                EnvironmentDifference.between(RecordedRun.environmentOf(directory), environment).stream()
                        .map(EnvironmentDifference::text);
        String differences =
                Stream.of(machine, suite, cells, others).flatMap(each -> each).collect(Collectors.joining("; "));
        return differences.isEmpty()
                ? List.of()
                : List.of("the environment is another one (%s); --anyway resumes all the same".formatted(differences));
    }
}
