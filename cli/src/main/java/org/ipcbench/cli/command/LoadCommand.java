package org.ipcbench.cli.command;

import java.io.IOException;
import java.math.BigDecimal;
import java.math.MathContext;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.ipcbench.analysis.LatencyBound;
import org.ipcbench.cli.options.CliContext;
import org.ipcbench.cli.options.EndpointOptions;
import org.ipcbench.cli.options.ExtentOptions;
import org.ipcbench.cli.options.GridOptions;
import org.ipcbench.cli.options.ScheduleOptions;
import org.ipcbench.cli.options.ShapeOptions;
import org.ipcbench.cli.terminal.ExitCode;
import org.ipcbench.cli.value.Converters;
import org.ipcbench.cli.value.DimensionOption;
import org.ipcbench.cli.value.DimensionOption.Values;
import org.ipcbench.plan.rounds.KneeSearch;
import org.ipcbench.run.BenchmarkRun;
import org.ipcbench.run.DryRun;
import org.ipcbench.run.Interruption;
import org.ipcbench.run.KneeFinder;
import org.ipcbench.run.request.CellGrid;
import org.ipcbench.run.request.PlacementChoice;
import org.ipcbench.run.request.RunRequest;
import org.ipcbench.run.request.SizedWorkload;
import org.ipcbench.workload.Clients;
import org.ipcbench.workload.Question;
import org.ipcbench.workload.Workload;
import org.ipcbench.workload.load.Load;
import org.ipcbench.workload.shape.Shape;
import org.ipcbench.workload.shape.SizeMix;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;

/** Latency at given rates. */
@Command(
        name = "load",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description =
                "Measures messages in one direction at given rates, or calls with --answer, --work, --in-flight or a mix of sizes: latency from the time at"
                        + " which a message was meant to be sent, and CPU time per message. Unreached rates report no latency.",
        footer = {
            "",
            "Examples:",
            "  ipcbench load -t uds,ring-futex -s 800 --rate 10K,50K",
            "  ipcbench load -t uds -s 300 --answer 4K --rate auto --p99 1ms",
            "  ipcbench load --rate 500 --endpoint http://[::1]:8080/,http+unix:/app.sock:/"
        })
public final class LoadCommand extends MeasuringCommand {
    private static final String RATE = "--rate";
    private static final String P99 = "--p99";
    private static final String ARRIVALS = "--arrivals";

    private static final double NANOS_PER_SECOND = 1e9;
    private static final Duration USUAL_DURATION = Duration.ofSeconds(2);

    /** A trace's own rate has this precision, so that its last call is late by a hundred-thousandth of its length at most. */
    private static final MathContext RATE_DIGITS = new MathContext(6);

    @Option(
            names = RATE,
            paramLabel = "LIST",
            converter = DimensionOption.Rates.class,
            description =
                    "Comma-separated rates in messages a second of all clients together, such as 10K,100K,1M; or auto: rates up"
                            + " to each transport's knee, or to its capacity below --p99, which a search finds first. Required unless --sizes"
                            + " is a trace, which keeps its own rate.")
    @Nullable
    Values<Long> rates;

    @Option(
            names = P99,
            paramLabel = "TIME",
            converter = Converters.Latency.class,
            description =
                    "With --rate auto: search the highest rate at which 99 of 100 messages stay below this latency,"
                            + " such as 200us, the machine's own stalls left out (default: search the knee).")
    @Nullable
    Duration p99;

    @Mixin
    EndpointOptions endpoints = new EndpointOptions();

    @Mixin
    ScheduleOptions schedule = new ScheduleOptions();

    @Option(
            names = ExtentOptions.DURATION,
            paramLabel = "TIME",
            description = "Time to send at each rate (default: 2s; for a trace, its length).")
    @Nullable
    Duration duration;

    @Mixin
    ShapeOptions shape = new ShapeOptions();

    @Mixin
    GridOptions grid = new GridOptions();

    public LoadCommand(CliContext context) {
        super(context);
    }

    /** Where the kernel places the peers, most of the difference between two runs is where it did. */
    @Override
    PlacementChoice usualPlacements(Clients most) {
        return PlacementChoice.usual(Question.LOAD, most);
    }

    @Override
    EndpointOptions endpoints() {
        return endpoints;
    }

    @Override
    public Integer call() throws IOException {
        List<Double> asked = rates();
        asked.stream()
                .min(Double::compare)
                .ifPresentOrElse(
                        slowest -> endpoints.requireGentle(asked, time(slowest)),
                        () -> endpoints.requireGentle(asked, USUAL_DURATION));
        if (asked.isEmpty()) {
            KneeFinder.requireTimeForPercentiles(time((double) KneeSearch.UNLOADED_PER_SECOND));
            return measureUpToTheKnees();
        }
        if (p99 != null) {
            throw invalid(
                    "option '%s'".formatted(P99),
                    "bounds the search of --rate auto, not given rates; give --rate auto, or omit --p99");
        }
        return measure(request(atRates(asked)));
    }

    /** The rates in messages per second; empty if a search has to find them. */
    private List<Double> rates() {
        Optional<SizeMix.Trace> trace = grid.sizes.trace();
        if (trace.isPresent() && spec.commandLine().getParseResult().hasMatchedOption(ARRIVALS)) {
            throw invalid(
                    "option '%s'".formatted(ARRIVALS), "the trace has its own times; omit %s".formatted(ARRIVALS));
        }
        trace.ifPresent(this::requireOneSource);
        if (rates != null) {
            return rates.list().stream().map(Long::doubleValue).toList();
        }
        return List.of(trace.map(recorded -> BigDecimal.valueOf(NANOS_PER_SECOND / recorded.gapNanos())
                        .round(RATE_DIGITS)
                        .doubleValue())
                .orElseThrow(() -> new ParameterException(
                        spec.commandLine(), "Missing required option: '%s=LIST'".formatted(RATE))));
    }

    /** Throws if an option says what each call of the trace says. */
    private void requireOneSource(SizeMix.Trace trace) {
        if (!trace.answerBytes().isEmpty() && shape.hasAnswers()) {
            throw invalid(
                    "option '%s'".formatted(ShapeOptions.ANSWER),
                    "the trace has its own answers; omit %s".formatted(ShapeOptions.ANSWER));
        }
        if (!trace.serverNanos().isEmpty() && shape.hasWork()) {
            throw invalid(
                    "option '%s'".formatted(ShapeOptions.WORK),
                    "the trace has the server's own times; omit %s".formatted(ShapeOptions.WORK));
        }
    }

    /** The time that the user has chosen, else the usual one, or the time that a trace takes at this rate. */
    private Duration time(double perSecond) {
        if (duration != null) {
            return duration;
        }
        return grid.sizes
                .trace()
                .map(trace -> Duration.ofNanos(
                        Math.round(NANOS_PER_SECOND * trace.bytes().size() / perSecond)))
                .orElse(USUAL_DURATION);
    }

    /**
     * First searches the knees, with separate pairs of JVMs. Then measures the rates found as if the user had given
     * them.
     */
    private int measureUpToTheKnees() throws IOException {
        RunRequest unloaded = bounded(request(atRates(List.of((double) KneeSearch.UNLOADED_PER_SECOND))));
        KneeFinder finder = new KneeFinder(context().launcher(), display());
        if (options.dryRun) {
            DryRun dryRun = new BenchmarkRun(context().launcher(), unloaded, display()).dryRun();
            terminal().err().println(finder.announcement(unloaded));
            terminal().out().print(dryRun.text());
            return ExitCode.MEASURED.code();
        }
        RunRequest found;
        try (Interruption interruption = new Interruption()) {
            found = finder.upToTheKnees(unloaded);
        } catch (InterruptedException e) {
            terminal().err().println("interrupted");
            return ExitCode.INTERRUPTED.code();
        }
        return measure(found);
    }

    private RunRequest bounded(RunRequest request) {
        return p99 == null ? request : request.below(new LatencyBound(p99.toNanos()));
    }

    private List<SizedWorkload> atRates(List<Double> perSecond) {
        List<SizedWorkload> workloads = new ArrayList<>();
        for (Shape plain : endpoints.or(grid.sizes.calls())) {
            for (double rate : perSecond) {
                Load load = schedule.load(time(rate), plain.requestBytes(), grid.payload.value, rate);
                Stream<Workload> asked = endpoints.isGiven() || shape.isGiven() || plain.mix() != null
                        ? shape.of(plain).map(load::of)
                        : Stream.of(load);
                asked.map(SizedWorkload::new).forEach(workloads::add);
            }
        }
        return workloads;
    }

    private RunRequest request(List<SizedWorkload> workloads) {
        return request(
                grid.clients.in(CellGrid.of(selection(STANDARD), workloads)),
                grid.iterations.repetition(PlacementChoice.OF_THE_KERNEL.usualIterations(), options.orderSeed()));
    }
}
