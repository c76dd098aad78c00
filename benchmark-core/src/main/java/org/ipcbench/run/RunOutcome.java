package org.ipcbench.run;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.ipcbench.environment.Environment;
import org.ipcbench.plan.result.RunResult;
import org.ipcbench.run.gate.GateOutcome;

/**
 * The outcome of a run.
 *
 * @param result the figures
 * @param environment the environment that the figures belong to
 * @param directory the run's files
 * @param named ids of the transports that were named one by one and that must be available
 * @param brokenOff why the run ended early; empty if it did not, or if the user ended it
 * @param gate what the gates say
 * @param troubles why some figures or files are missing
 */
public record RunOutcome(
        RunResult result,
        Environment environment,
        Path directory,
        List<String> named,
        Optional<String> brokenOff,
        GateOutcome gate,
        List<String> troubles) {
    public RunOutcome {
        named = List.copyOf(named);
        troubles = List.copyOf(troubles);
    }

    RunOutcome with(List<String> furtherTroubles) {
        List<String> all =
                Stream.concat(troubles.stream(), furtherTroubles.stream()).toList();
        return new RunOutcome(result, environment, directory, named, brokenOff, gate, all);
    }
}
