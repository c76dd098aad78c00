package org.ipcbench.cli;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import org.ipcbench.plan.RateClimb;
import org.ipcbench.workload.Extent;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Latency at given rates. */
@Command(
        name = "load",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description =
                "Measures messages in one direction at given rates: latency from the time at which a message was meant to be"
                        + " sent, and CPU time per message. Rates that are not carried are not reached and have no latency.")
final class LoadCommand extends MeasuringCommand {
    /** Fewest messages for a 99th percentile: ten lie beyond it. */
    private static final long MESSAGES_FOR_P99 = 1_000;

    private static final double NANOS_PER_SECOND = 1e9;

    @Option(
            names = "--rate",
            paramLabel = "LIST",
            required = true,
            converter = Converters.Rates.Converter.class,
            description =
                    "Comma-separated rates in messages a second of all clients together, such as 10K,100K,1M; or auto: rates up"
                            + " to each transport's knee, which a search finds first.")
    Converters.Rates rates = new Converters.Rates(List.of());

    @Mixin
    ScheduleOptions schedule = new ScheduleOptions();

    @Option(
            names = ExtentOptions.DURATION,
            paramLabel = "TIME",
            defaultValue = "2s",
            converter = Converters.Time.class,
            description = "Time to send at each rate (default: ${DEFAULT-VALUE}).")
    Duration duration = Duration.ofSeconds(2);

    @Mixin
    GridOptions grid = new GridOptions();

    LoadCommand(CliContext context) {
        super(context);
    }

    @Override
    public Integer call() throws IOException {
        requireRoomForTheTime();
        if (rates.perSecond().isEmpty()) {
            requireTimeForPercentiles();
            requireOneMessage(RateClimb.UNLOADED_PER_SECOND);
            return measureUpToTheKnees();
        }
        requireOneMessage(Collections.min(rates.perSecond()));
        return measure(request(atRates(rates.perSecond())));
    }

    /** Searches first, over pairs of JVMs of its own, and measures what was found like rates that the user has given. */
    private int measureUpToTheKnees() throws IOException {
        List<Request.SizedWorkload> unloaded = atRates(List.of(RateClimb.UNLOADED_PER_SECOND));
        if (options.dryRun) {
            terminal()
                    .err()
                    .println("--rate auto: a search will find each knee, and add five rates up to a quarter beyond it");
            return measure(request(unloaded));
        }
        BenchmarkRun provisional = run(request(unloaded));
        provisional.dryRun(); // finds what would hinder the run
        PeerPreparation peers = new PeerPreparation(context(), options.peers);
        peers.requireScratchDirectories(spec.commandLine());
        peers.requireRoom(spec.commandLine(), provisional.intent());
        peers.removeLeftOvers();
        List<Request.SizedWorkload> found;
        try (Interruption interruption = new Interruption()) {
            found = new KneeSurvey(
                            peers.settings(),
                            options.peers
                                    .longestWarmUp(new Extent.Period(duration.toNanos()))
                                    .toNanos(),
                            terminal().err()::println)
                    .workloads(provisional.cells());
        } catch (InterruptedException e) {
            terminal().err().println("interrupted");
            return ExitCode.INTERRUPTED.code();
        }
        return measure(request(found));
    }

    private List<Request.SizedWorkload> atRates(List<Long> perSecond) {
        List<Request.SizedWorkload> workloads = new ArrayList<>();
        for (int size : grid.sizes.bytes()) {
            perSecond.forEach(rate ->
                    workloads.add(new Request.SizedWorkload(schedule.load(duration, size, grid.payload.value, rate))));
        }
        return workloads;
    }

    private Request request(List<Request.SizedWorkload> workloads) {
        return new Request(
                Request.STANDARD,
                workloads,
                grid.clients.clients(),
                grid.iterations.count,
                Optional.of(grid.iterations.repetition),
                Request.Preparation.NONE);
    }

    private void requireRoomForTheTime() {
        ScheduleOptions.lack(Collections.min(grid.sizes.bytes())).ifPresent(lack -> {
            throw invalid("option '--sizes'", lack);
        });
    }

    /** Without load there are the fewest messages, and the knee is judged by their 99th percentile. */
    private void requireTimeForPercentiles() {
        long messages = RateClimb.UNLOADED_PER_SECOND
                * duration.toNanos()
                / Duration.ofSeconds(1).toNanos();
        if (messages < MESSAGES_FOR_P99) {
            throw invalid(
                    "option '%s'".formatted(ExtentOptions.DURATION),
                    "%d ms have %d messages at the %d a second of --rate auto's lowest rate, and p99 takes %d; give %d ms or more"
                            .formatted(
                                    duration.toMillis(),
                                    messages,
                                    RateClimb.UNLOADED_PER_SECOND,
                                    MESSAGES_FOR_P99,
                                    1000 * MESSAGES_FOR_P99 / RateClimb.UNLOADED_PER_SECOND));
        }
    }

    /** A schedule without a message says nothing, and its client would send one behind its end. */
    private void requireOneMessage(long perSecond) {
        int clients = grid.clients.most();
        int atOnce = schedule.arrivals.messagesAtOnce();
        long fewest = (long) clients * atOnce;
        if (perSecond * (duration.toNanos() / NANOS_PER_SECOND) < fewest) {
            throw invalid(
                    "option '%s'".formatted(ExtentOptions.DURATION),
                    "%d messages a second have no %s%s in %d ms; give %d ms or more"
                            .formatted(
                                    perSecond,
                                    atOnce == 1 ? "message" : "burst of %d messages".formatted(atOnce),
                                    clients == 1 ? "" : " for each of %d clients".formatted(clients),
                                    duration.toMillis(),
                                    (long) Math.ceil(1e3 * fewest / perSecond)));
        }
    }
}
