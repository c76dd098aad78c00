package org.ipcbench.run;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.ipcbench.environment.Environment;
import org.ipcbench.plan.result.RunResult;

/**
 * What a run has come to.
 *
 * @param result what was measured
 * @param environment what the figures belong to
 * @param directory where its files are
 * @param named ids of the transports that were named one by one: these have to be available
 * @param brokenOff why the run ended early, unless by the user's will; empty if it did not
 * @param troubles why some of it or of its files is missing
 */
public record RunOutcome(
        RunResult result,
        Environment environment,
        Path directory,
        List<String> named,
        Optional<String> brokenOff,
        List<String> troubles) {
    public RunOutcome {
        named = List.copyOf(named);
        troubles = List.copyOf(troubles);
    }

    RunOutcome with(List<String> furtherTroubles) {
        List<String> all =
                Stream.concat(troubles.stream(), furtherTroubles.stream()).toList();
        return new RunOutcome(result, environment, directory, named, brokenOff, all);
    }
}
