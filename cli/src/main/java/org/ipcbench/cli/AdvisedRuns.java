package org.ipcbench.cli;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.ipcbench.advise.Advice;
import org.ipcbench.advise.Candidates;
import org.ipcbench.advise.Change;
import org.ipcbench.advise.RunTrials;
import org.ipcbench.advise.Target;
import org.ipcbench.plan.RunResult;
import org.ipcbench.report.RunDirectory;
import org.ipcbench.report.table.ClosingTable;
import org.ipcbench.report.table.RunConditions;
import org.ipcbench.report.text.AdviceText;
import org.ipcbench.transport.Transport;
import org.ipcbench.workload.Clients;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;

/**
 * Measures candidates, then the best of them under other conditions. The second run is one of the command {@code load}, so that
 * it can be resumed, reported and asked by itself.
 *
 * @param spec the command and what was typed
 * @param options of both runs
 * @param context of the first run
 * @param load what candidates are measured with
 * @param iterations number of fresh pairs for each cell
 * @param command the command that asks the same again
 */
record AdvisedRuns(
        CommandSpec spec, RunOptions options, CliContext context, AdvisedLoad load, int iterations, String command) {
    private static final String LOAD = "load";
    private static final String SIZES = "--sizes";
    private static final String RATE = "--rate";
    private static final String TRANSPORTS = "--transports";

    /** Measures and prints the answer; with {@code --dry-run} only shows what would be measured. */
    ExitCode answer(Target target, Candidates candidates) throws IOException {
        Terminal terminal = context.terminal();
        BenchmarkRun run = run(context, target, ids(candidates.transports()), List.of(load.sized(target)));
        if (options.dryRun) {
            terminal.out().print(run.dryRun().text());
            terminal.out().println("then up to 3 of them again, " + conditions(target));
            candidates.exclusions().forEach(each -> terminal.out().println("not measured: " + each.text()));
            return ExitCode.MEASURED;
        }
        RunDirectory directory = run.begin();
        try (Interruption interruption = new Interruption()) {
            Optional<BenchmarkRun.Outcome> outcome = run.measure(directory);
            if (outcome.isEmpty()) {
                terminal.err().println("interrupted");
                return ExitCode.INTERRUPTED;
            }
            ExitCode exitCode = interruption.holdOff(() -> run.finish(outcome.get(), directory));
            RunResult result = outcome.get().result();
            if (result.interrupted() || interruption.isWanted()) {
                return exitCode;
            }
            RunTrials trials = new RunTrials(result);
            Advice advice = Advice.of(target, trials.of(trials.cellsAt(target)));
            Elsewhere elsewhere = advice.recommended().isPresent()
                    ? elsewhere(advice, interruption)
                    : new Elsewhere(List.of(), ExitCode.FAILED);
            RunConditions conditions = RunConditions.of(outcome.get().environment());
            terminal.out()
                    .print(new AdviceText(options.peers.locale)
                            .of(advice, elsewhere.changes(), candidates.exclusions(), command));
            terminal.out().print(new ClosingTable(options.peers.locale, conditions).doubts(result));
            return exitCode == ExitCode.MEASURED ? elsewhere.exitCode() : exitCode;
        }
    }

    /**
     * The outcome of the second run.
     *
     * @param changes how the answer changes; none where the run ended early or could not begin
     * @param exitCode how it ended
     */
    private record Elsewhere(List<Change> changes, ExitCode exitCode) {}

    private Elsewhere elsewhere(Advice advice, Interruption interruption) throws IOException {
        Target target = advice.target();
        String transports = advice.finalists().stream()
                .map(finalist -> finalist.trial().transportId())
                .distinct()
                .collect(Collectors.joining(","));
        context.terminal().err().printf("measuring %s again, %s%n", transports, conditions(target));
        try {
            BenchmarkRun run = run(
                    context.calledWith(arguments(target, transports).toArray(String[]::new)),
                    target,
                    transports,
                    load.grid(target));
            RunDirectory directory = run.begin();
            Optional<BenchmarkRun.Outcome> outcome = run.measure(directory);
            if (outcome.isEmpty()) {
                return new Elsewhere(List.of(), ExitCode.INTERRUPTED);
            }
            ExitCode exitCode = interruption.holdOff(() -> run.finish(outcome.get(), directory));
            RunResult result = outcome.get().result();
            return new Elsewhere(result.interrupted() ? List.of() : changes(advice, new RunTrials(result)), exitCode);
        } catch (ParameterException e) {
            context.terminal().err().println(MessageLine.of("not measured again: " + e.getMessage()));
            return new Elsewhere(List.of(), ExitCode.FAILED);
        }
    }

    private static List<Change> changes(Advice advice, RunTrials trials) {
        Target target = advice.target();
        return Stream.of(Optional.of(target), target.twiceAsOften(), target.tenTimesAsLarge())
                .flatMap(Optional::stream)
                .map(conditions -> Change.of(
                        advice.recommended().orElseThrow().candidate(),
                        Advice.of(conditions, trials.of(trials.cellsAt(conditions)))))
                .toList();
    }

    private BenchmarkRun run(
            CliContext runContext, Target target, String transports, List<Request.SizedWorkload> workloads) {
        options.transports = transports;
        return new BenchmarkRun(
                spec.commandLine(),
                options,
                runContext,
                new Request(
                        transports,
                        workloads,
                        List.of(Clients.of(target.clients())),
                        iterations,
                        Optional.empty(),
                        Request.Preparation.NONE));
    }

    /** The arguments of the second run. */
    private List<String> arguments(Target target, String transports) {
        List<String> arguments = new ArrayList<>(List.of(
                LOAD,
                TRANSPORTS + "=" + transports,
                SIZES + "=" + listed(AdvisedLoad.sizes(target)),
                RATE + "=" + listed(AdvisedLoad.rates(target)),
                ExtentOptions.DURATION + "=" + load.duration().toNanos() + "ns"));
        CommandSpec known =
                Objects.requireNonNull(spec.parent().subcommands().get(LOAD)).getCommandSpec();
        arguments.addAll(RepeatedArguments.of(spec.commandLine().getParseResult())
                .without(Set.of(TRANSPORTS, SIZES, RATE, ExtentOptions.DURATION))
                .knownTo(known)
                .arguments());
        return arguments;
    }

    private static String conditions(Target target) {
        return "at %s messages a second of %s bytes"
                .formatted(
                        AdvisedLoad.rates(target).stream().map(String::valueOf).collect(Collectors.joining(" and ")),
                        AdvisedLoad.sizes(target).stream().map(String::valueOf).collect(Collectors.joining(" and ")));
    }

    private static String listed(List<? extends Number> values) {
        return values.stream().map(String::valueOf).collect(Collectors.joining(","));
    }

    private static String ids(List<Transport> transports) {
        return transports.stream().map(Transport::id).collect(Collectors.joining(","));
    }
}
