package org.ipcbench.cli.command;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.ipcbench.advise.Advice;
import org.ipcbench.advise.Advice.Change;
import org.ipcbench.advise.Candidates;
import org.ipcbench.advise.Candidates.Exclusion;
import org.ipcbench.advise.RecordedAnswer;
import org.ipcbench.advise.RunTrials.Beside;
import org.ipcbench.advise.Target;
import org.ipcbench.cli.command.MeasuringCommand.LastLines;
import org.ipcbench.cli.options.CliContext;
import org.ipcbench.cli.options.ExtentOptions;
import org.ipcbench.cli.options.GridOptions;
import org.ipcbench.cli.options.GridOptions.ClientOptions;
import org.ipcbench.cli.options.GridOptions.PayloadOption;
import org.ipcbench.cli.options.PeerOptions.PluginOption;
import org.ipcbench.cli.options.RequirementOptions;
import org.ipcbench.cli.options.RunOptions;
import org.ipcbench.cli.options.ScheduleOptions;
import org.ipcbench.cli.options.ShapeOptions;
import org.ipcbench.cli.terminal.ExitCode;
import org.ipcbench.cli.terminal.Terminal.MessageLine;
import org.ipcbench.cli.value.Converters;
import org.ipcbench.placement.Placement;
import org.ipcbench.report.table.ClosingTable;
import org.ipcbench.report.table.RunConditions;
import org.ipcbench.report.text.AdviceText;
import org.ipcbench.report.text.SummaryText;
import org.ipcbench.results.RecordedRun;
import org.ipcbench.results.RunSource.UnreadableRunException;
import org.ipcbench.run.RunOutcome;
import org.ipcbench.run.advice.AdviceRequest;
import org.ipcbench.run.advice.AdvisedRun;
import org.ipcbench.run.advice.AdvisedRun.AdvisedOutcome;
import org.ipcbench.run.advice.FollowUp;
import org.ipcbench.run.advice.TrialSchedule;
import org.ipcbench.run.request.CellGrid;
import org.ipcbench.run.request.PlacementChoice;
import org.ipcbench.transport.TransportRegistry;
import org.ipcbench.workload.Clients;
import org.ipcbench.workload.Question;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Recommends a transport. */
@Command(
        name = "advise",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description =
                "Says which transport to take for messages of a size, or calls with --answer, --work, --in-flight, --codec or a mix of sizes, at a rate, with a bound of"
                        + " the latency: measures all that qualify at that rate, drops those that miss it, and ranks the rest by CPU time a message. Then"
                        + " measures the best at twice the rate and, unless sizes differ, at ten times the size. All transports are considered unless"
                        + " --transports is given.",
        footer = {
            "",
            "Examples:",
            "  ipcbench advise -s 800 --rate 50K --p99 200us",
            "  ipcbench advise -s 300 --answer 4K --rate 5K --p99 1ms --leave-out spinning",
            "",
            "Exit codes: 0 answered; 1 no candidate is left or reaches the target, or a cell failed; 2 bad usage; 130"
                    + " interrupted."
        })
public final class AdviseCommand extends MeasuringCommand {
    private static final String FROM = "--from";
    private static final String TRANSPORTS = RunOptions.TRANSPORTS;
    private static final String LOAD = "load";
    private static final String SIZES = GridOptions.SIZES;
    private static final String RATE = "--rate";
    private static final String P99 = "--p99";
    private static final String PLACEMENT = "--placement";
    private static final String ITERATIONS = "--iterations";

    /** Options that are allowed if nothing is measured. */
    private static final Set<String> OF_ANSWERS = Set.of(
            FROM,
            SIZES,
            ShapeOptions.ANSWER,
            ShapeOptions.WORK,
            ShapeOptions.IN_FLIGHT,
            ShapeOptions.CODEC,
            RATE,
            P99,
            "--leave-out",
            "--allow-loss",
            ClientOptions.CLIENTS,
            TRANSPORTS,
            "--locale",
            "--width",
            PluginOption.NAME);

    @Mixin
    RequirementOptions requirements = new RequirementOptions();

    @Mixin
    ScheduleOptions schedule = new ScheduleOptions();

    @Mixin
    PayloadOption payload = new PayloadOption();

    @Option(
            names = {"-i", ITERATIONS},
            paramLabel = "N",
            defaultValue = "5",
            converter = Converters.Iterations.class,
            description =
                    "Maximum iterations per candidate, each with a fresh pair of JVMs: all have one, the leaders more"
                            + " until the first is decided; with fewer than three, only a margin of a factor of two counts"
                            + " (default: ${DEFAULT-VALUE}).")
    int iterations = 5;

    @Option(
            names = ExtentOptions.DURATION,
            paramLabel = "TIME",
            description =
                    "Time of an iteration (default: 400ms, 2s on a machine that stalls, or as long as 1100 messages take).")
    @Nullable
    Duration duration;

    @Option(
            names = FROM,
            paramLabel = "RUN",
            description = "Answer from a run that has load at this size and rate, and measure nothing.")
    @Nullable
    Path from;

    public AdviseCommand(CliContext context) {
        super(context);
    }

    @Override
    public Integer call() throws IOException {
        if (options.plan) {
            throw invalid(
                    "option '%s'".formatted(RunOptions.PLAN),
                    "advise measures in rounds of elimination; plan latency or load");
        }
        TrialSchedule trials = schedule.trials(Optional.ofNullable(duration), payload.value);
        requireOneSize();
        Target target = requirements.target();
        trials.requireRoom(target);
        AdviceRequest request = new AdviceRequest(
                target,
                requirements.demands(),
                chosen(CellGrid.of(selection(TransportRegistry.ALL), List.of()).with(Clients.of(target.clients()))),
                trials,
                iterations,
                options.orderSeed());
        return (from == null ? measure(request) : answer(from, request)).code();
    }

    /** Only peers with a CPU each tell which part of a tail is the machine's. */
    @Override
    PlacementChoice usualPlacements(Clients most) {
        return PlacementChoice.usual(Question.LOAD, most);
    }

    private void requireOneSize() {
        requirements.sizes.trace().ifPresent(trace -> {
            throw invalid(
                    "option '%s'".formatted(SIZES),
                    "'%s' has its own times, which contradict %s; replay it with load, or give a mix"
                            .formatted(trace.label(), RATE));
        });
        int number = requirements.sizes.calls().size();
        if (number != 1) {
            throw invalid(
                    "option '%s'".formatted(SIZES),
                    "advise answers for one size, not %d; give one, or a mix of sizes".formatted(number));
        }
    }

    private ExitCode measure(AdviceRequest request) throws IOException {
        Candidates candidates = request.candidates();
        if (candidates.lack().isPresent()) {
            return without(candidates);
        }
        AdvisedRun run = new AdvisedRun(context().launcher(), request, setup(), display());
        ExitCode exitCode = options.dryRun ? show(run, candidates) : measure(run, request, candidates);
        return candidates.lacksOneOf(request.grid().selection().named()) && exitCode == ExitCode.MEASURED
                ? ExitCode.FAILED
                : exitCode;
    }

    private ExitCode show(AdvisedRun run, Candidates candidates) throws IOException {
        terminal().out().print(run.dryRun().text());
        terminal().out().println(run.announcement());
        Exclusion.together(candidates.exclusions(), Exclusion::reasons)
                .forEach(each -> terminal().out().println("not measured: " + each));
        return ExitCode.MEASURED;
    }

    private ExitCode measure(AdvisedRun run, AdviceRequest request, Candidates candidates) throws IOException {
        Optional<AdvisedOutcome> outcome = run.measure(followUp -> loadArguments(followUp, request));
        if (outcome.isEmpty()) {
            terminal().err().println("interrupted");
            return ExitCode.INTERRUPTED;
        }
        return answer(outcome.get(), candidates);
    }

    private ExitCode answer(AdvisedOutcome outcome, Candidates candidates) {
        ExitCode measured = ExitCode.of(outcome.candidates());
        if (outcome.advice().isEmpty()) {
            if (measured == ExitCode.MEASURED) {
                terminal().err().println("the run ended before there was an answer");
                return ExitCode.FAILED;
            }
            return measured;
        }
        Advice advice = outcome.advice().get();
        outcome.refusal()
                .ifPresent(refusal ->
                        terminal().err().println(MessageLine.of("not measured again: " + RequestMessage.of(refusal))));
        print(advice, outcome.changes(), outcome.beside(), candidates);
        RunConditions conditions = RunConditions.of(outcome.candidates().environment());
        terminal()
                .out()
                .print(new ClosingTable(options.peers.locale, conditions, options.text.width.style())
                        .doubts(outcome.candidates().result()));
        new LastLines(terminal()).print(outcome.candidates(), Optional.empty());
        return measured == ExitCode.MEASURED ? measuredAgain(outcome, advice) : measured;
    }

    private static ExitCode measuredAgain(AdvisedOutcome outcome, Advice advice) {
        return advice.recommended().isEmpty() || outcome.refusal().isPresent()
                ? ExitCode.FAILED
                : outcome.followUp().map(ExitCode::of).orElse(ExitCode.INTERRUPTED);
    }

    /** No tables, because the advice is printed at the end, after all measurements. */
    @Override
    String text(RunOutcome outcome) {
        return options.text.blocks ? new SummaryText(options.peers.locale).of(outcome.result()) : "";
    }

    private ExitCode answer(Path path, AdviceRequest request) throws IOException {
        requireNothingToMeasure();
        RecordedRun recorded = recorded(path);
        recorded.remarks().forEach(terminal().err()::println);
        RecordedAnswer answer = request.recorded(recorded.result());
        Optional<String> lack = answer.lack(request.target());
        if (lack.isPresent()) {
            throw invalid("option '%s'".formatted(FROM), "'%s' %s".formatted(path, lack.get()));
        }
        Candidates candidates = answer.candidates(request.target(), request.demands());
        if (candidates.lack().isPresent()) {
            return without(candidates);
        }
        Advice advice = answer.advice(request.target(), candidates);
        print(advice, answer.changes(advice, candidates), answer.beside(advice), candidates);
        return advice.recommended().isEmpty() ? ExitCode.FAILED : ExitCode.MEASURED;
    }

    private void print(Advice advice, List<Change> changes, Beside beside, Candidates candidates) {
        terminal()
                .out()
                .print(new AdviceText(options.peers.locale, options.text.width.style())
                        .of(advice, changes, beside, candidates.exclusions(), command()));
    }

    private RecordedRun recorded(Path path) throws IOException {
        try {
            return RecordedRun.read(path);
        } catch (UnreadableRunException e) {
            throw invalid("option '%s'".formatted(FROM), String.valueOf(e.getMessage()));
        }
    }

    private void requireNothingToMeasure() {
        typed().without(OF_ANSWERS).options().stream().findFirst().ifPresent(option -> {
            throw invalid("option '%s'".formatted(FROM), "measures nothing; omit %s".formatted(option.longestName()));
        });
    }

    private ExitCode without(Candidates candidates) {
        terminal().err().println(MessageLine.of("advise: " + candidates.lack().orElseThrow()));
        return ExitCode.FAILED;
    }

    /** The command {@code load} that measures a follow-up by itself. */
    private List<String> loadArguments(FollowUp followUp, AdviceRequest request) {
        List<String> arguments = new ArrayList<>(List.of(
                LOAD,
                TRANSPORTS + "=" + String.join(",", followUp.transportIds()),
                RATE + "=" + listed(followUp.ratesPerSecond()),
                ExtentOptions.DURATION + "=" + followUp.load().extent().nanos() + "ns",
                ITERATIONS + "=" + followUp.iterations()));
        Set<String> given =
                new HashSet<>(Set.of(TRANSPORTS, ShapeOptions.ANSWER, RATE, P99, ExtentOptions.DURATION, ITERATIONS));
        if (request.target().mix().isEmpty()) { // a mix keeps its sizes
            arguments.add(SIZES + "=" + listed(followUp.sizesBytes()));
            given.add(SIZES);
        }
        PlacementChoice places = request.placements();
        if (!followUp.answersBytes().isEmpty()) {
            arguments.add(ShapeOptions.ANSWER + "=" + listed(followUp.answersBytes()));
        }
        if (places.usual()) { // load's own placements may differ
            arguments.add(PLACEMENT + "="
                    + places.list().stream().map(Placement::label).collect(Collectors.joining(",")));
        }
        arguments.addAll(typed().without(given).knownTo(sibling(LOAD)).arguments());
        return arguments;
    }

    private static String listed(List<? extends Number> values) {
        return values.stream().map(String::valueOf).collect(Collectors.joining(","));
    }

    /** The command that repeats this measurement and its answer. */
    private String command() {
        return commandLine(Set.of(FROM));
    }

    private RepeatedArguments typed() {
        return RepeatedArguments.of(spec.commandLine().getParseResult());
    }
}
