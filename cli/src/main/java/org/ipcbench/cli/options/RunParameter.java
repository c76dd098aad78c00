package org.ipcbench.cli.options;

import java.io.IOException;
import java.nio.file.Path;
import org.ipcbench.cli.value.Converters.Ignored;
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

    @Spec(Target.MIXEE)
    @SuppressWarnings("NullAway.Init") // picocli sets it before calling
    public CommandSpec spec;

    /** The run with its figures. */
    public RecordedRun read(Ignored ignored) throws IOException {
        try {
            return RecordedRun.read(path, ignored.damaged());
        } catch (UnreadableRunException e) {
            throw new InvalidValueException(spec.commandLine(), RUN, e);
        }
    }

    /** Returns an exception to throw if the command cannot use the run. */
    public ParameterException invalid(String problem) {
        return new InvalidValueException(spec.commandLine(), RUN, problem);
    }

    /** The option for what may be wrong with the runs that a command reads. */
    public static final class IgnoreOption {
        @Option(
                names = Ignored.OPTION,
                paramLabel = "damaged",
                converter = Ignored.OfFiles.class,
                description = "Skip damaged lines of results.jsonl (default: refuse them).")
        public Ignored ignored = Ignored.NOTHING;
    }
}
