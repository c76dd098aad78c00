package org.ipcbench.cli;

import java.io.IOException;
import java.util.concurrent.Callable;
import org.ipcbench.report.table.RunConditions;
import org.ipcbench.report.text.RunText;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** A command that measures cells: subclasses say which, and how the result is printed. */
abstract class MeasuringCommand implements Callable<Integer> {
    @Mixin
    RunOptions options = new RunOptions();

    @Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it before calling
    CommandSpec spec;

    private final CliContext context;

    MeasuringCommand(CliContext context) {
        this.context = context;
    }

    /** Measures what is asked, or with {@code --dry-run} only shows it, and returns the exit code. */
    final int measure(Request request) throws IOException {
        BenchmarkRun run = run(request);
        if (options.dryRun) {
            terminal().out().print(run.dryRun().text());
            return ExitCode.MEASURED.code();
        }
        return run.complete(this::text);
    }

    /** What standard output shows of a result. */
    String text(BenchmarkRun.Outcome outcome) {
        return new RunText(options.peers.locale, RunConditions.of(outcome.environment())).of(outcome.result());
    }

    final CliContext context() {
        return context;
    }

    /** The run of a request, whose options are checked; nothing is measured yet. */
    final BenchmarkRun run(Request request) {
        return new BenchmarkRun(spec.commandLine(), options, context, request);
    }

    final Terminal terminal() {
        return context.terminal();
    }

    /** To be thrown where an option or a parameter has a value that is not allowed. */
    final ParameterException invalid(String name, String problem) {
        return new ParameterException(spec.commandLine(), "Invalid value for %s: %s".formatted(name, problem));
    }
}
