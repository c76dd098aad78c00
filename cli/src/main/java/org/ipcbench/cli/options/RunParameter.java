package org.ipcbench.cli.options;

import java.io.IOException;
import java.nio.file.Path;
import org.ipcbench.cli.value.InvalidValueException;
import org.ipcbench.results.RecordedRun;
import org.ipcbench.results.RunSource.UnreadableRunException;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;
import picocli.CommandLine.Spec.Target;

/** The parameter that names an earlier run. */
public final class RunParameter {
    public static final String RUN = "RUN";

    @Parameters(
            index = "0",
            paramLabel = RUN,
            description = "Directory of the run, such as output/2026-01-31T12-00-00-k7f3q, or a file of share.")
    public Path path = Path.of("");

    @Option(names = "--skip-damaged", description = "Skip damaged lines of results.jsonl (default: refuse them).")
    public boolean skipsDamaged;

    @Spec(Target.MIXEE)
    @SuppressWarnings("NullAway.Init") // picocli sets it before calling
    public CommandSpec spec;

    /** The run with its figures. */
    public RecordedRun read() throws IOException {
        try {
            return RecordedRun.read(path, skipsDamaged);
        } catch (UnreadableRunException e) {
            throw new InvalidValueException(spec.commandLine(), RUN, e);
        }
    }

    /** Returns an exception to throw if the command cannot use the run. */
    public ParameterException invalid(String problem) {
        return new InvalidValueException(spec.commandLine(), RUN, problem);
    }
}
