package org.ipcbench.cli;

import java.io.IOException;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.function.Function;
import java.util.function.IntFunction;
import org.ipcbench.plan.RunResult;
import org.ipcbench.report.ClosingTable;
import org.ipcbench.report.SummaryText;
import org.ipcbench.workload.Workload;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** A command that measures cells: it says which, and what it has in common with the others is here. */
abstract class MeasuringCommand implements Callable<Integer> {
    @Mixin
    RunOptions options = new RunOptions();

    @Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it before calling
    CommandSpec spec;

    private final RunOptions.Dependencies dependencies;

    MeasuringCommand(RunOptions.Dependencies dependencies) {
        this.dependencies = dependencies;
    }

    /** Measures every chosen transport with every size and returns the exit code. */
    final int measure(
            String defaultTransports, List<Integer> sizesBytes, int iterations, IntFunction<Workload> workloadOfSize)
            throws IOException {
        return measure(defaultTransports, sizesBytes, iterations, workloadOfSize, BenchmarkRun.Preparation.NONE);
    }

    /** The same after a preparation, which a dry run leaves out. */
    final int measure(
            String defaultTransports,
            List<Integer> sizesBytes,
            int iterations,
            IntFunction<Workload> workloadOfSize,
            BenchmarkRun.Preparation preparation)
            throws IOException {
        List<BenchmarkRun.Question> questions = sizesBytes.stream()
                .map(size -> new BenchmarkRun.Question(size, workloadOfSize.apply(size)))
                .toList();
        return measure(defaultTransports, questions, iterations, preparation, this::summaries);
    }

    /** Asks every chosen transport every question, prints what comes of it, and returns the exit code. */
    final int measure(
            String defaultTransports,
            List<BenchmarkRun.Question> questions,
            int iterations,
            BenchmarkRun.Preparation preparation,
            Function<RunResult, String> printout)
            throws IOException {
        return new BenchmarkRun(spec.commandLine(), options, dependencies)
                .execute(defaultTransports, questions, iterations, preparation, printout)
                .code();
    }

    /** Where it writes. */
    final Terminal terminal() {
        return dependencies.terminal();
    }

    /** To be thrown where an option or a parameter has a value that it may not have, with what is allowed. */
    final ParameterException invalid(String name, String problem) {
        return new ParameterException(spec.commandLine(), "Invalid value for %s: %s".formatted(name, problem));
    }

    /** The same for a subcommand. */
    final int measure(GridOptions grid, IntFunction<Workload> workloadOfSize) throws IOException {
        return measure(GridOptions.DEFAULT_TRANSPORTS, grid.sizes.bytes(), grid.iterations.count, workloadOfSize);
    }

    /** The lines of every cell, the table of all, and why some figures deserve doubt. */
    private String summaries(RunResult result) {
        SummaryText summary = new SummaryText(options.peers.locale);
        ClosingTable table = new ClosingTable(summary.locale());
        return summary.of(result) + table.of(result) + table.doubts(result);
    }
}
