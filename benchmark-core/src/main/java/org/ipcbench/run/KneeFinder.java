package org.ipcbench.run;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.DoubleStream;
import java.util.stream.Stream;
import org.ipcbench.analysis.LatencyBound;
import org.ipcbench.analysis.Summary;
import org.ipcbench.doctor.StallLook;
import org.ipcbench.launch.StandingPeers;
import org.ipcbench.launch.process.IterationFailedException;
import org.ipcbench.measure.result.MachineStalls;
import org.ipcbench.measure.result.Measurement;
import org.ipcbench.measure.sample.Percentiles;
import org.ipcbench.plan.Plan;
import org.ipcbench.plan.cell.Cell;
import org.ipcbench.plan.cell.Dimension;
import org.ipcbench.plan.result.CellNames;
import org.ipcbench.plan.rounds.KneeSearch;
import org.ipcbench.plan.rounds.VariantSettings;
import org.ipcbench.run.program.Launcher;
import org.ipcbench.run.request.InvalidRequestException;
import org.ipcbench.run.request.InvalidRequestException.Argument;
import org.ipcbench.run.request.PeerRequest;
import org.ipcbench.run.request.RunRequest;
import org.ipcbench.run.request.SizedWorkload;
import org.ipcbench.text.DurationText;
import org.ipcbench.workload.Extent;
import org.ipcbench.workload.load.Load;

/**
 * Searches the knee of every transport, size, number of clients and kind of sides before a run, or their capacity if the run has a
 * bound, and chooses the rates of the run accordingly. Each search uses one set of JVMs. It only decides which rates are measured: its
 * figures are not part of the run.
 */
public final class KneeFinder {
    private static final double NANOS_PER_MICRO = 1e3;

    /** The rates of the run as shares of what the search found: dense where the bound is crossed, which the run decides. */
    private static final double[] SHARES = {0.5, 0.75, 0.9, 1, 1.1, 1.25, 1.5};

    /** Fewest messages for a 99th percentile: ten lie beyond it. */
    private static final long MESSAGES_FOR_P99 = 1_000;

    /** A try of a low rate takes the time of this many messages, but not longer than this. */
    private static final long LONGEST_TRY_NANOS = 4_000_000_000L;

    private static final double NANOS_PER_SECOND = 1e9;

    /** What searches differ in, besides transport and size. */
    private static final CellNames NAMES =
            new CellNames(Stream.of(List.of(Dimension.CLIENTS), SizedWorkload.OF_KNEES, Dimension.OF_CALLS)
                    .<Dimension>flatMap(List::stream)
                    .toList());

    /** The usual warm-up of a try, with its preparations: the peers are there already. */
    private static final long TRY_WARM_UP_NANOS = 900_000_000;

    /** A capacity of messages is several times that of calls, which most services make. */
    private static final String ONE_WAY = "one way (for calls add --answer); ";

    private final Launcher launcher;
    private final RunDisplay display;

    /** The machine's stalls as all tries so far have seen them, whichever cell was tried: all are in the first placement. */
    private MachineStalls stalls = MachineStalls.UNKNOWN;

    /** @param display gets a line about each knee */
    public KneeFinder(Launcher launcher, RunDisplay display) {
        this.launcher = launcher;
        this.display = display;
    }

    /**
     * The request of the run, once the knees are known.
     *
     * @param unloaded asks for loads at the lowest rate, {@link KneeSearch#UNLOADED_PER_SECOND}
     * @throws InvalidRequestException if the run could not be measured
     */
    public RunRequest upToTheKnees(RunRequest unloaded) throws IOException, InterruptedException {
        BenchmarkRun provisional = new BenchmarkRun(launcher, unloaded, display);
        provisional.dryRun(); // finds obstacles of the run
        PeerRequest wanted = unloaded.setup().peers();
        PeerPreparation peers = new PeerPreparation(launcher, wanted, display::line);
        peers.removeLeftOvers();
        display.line(announcement(provisional, unloaded));
        StallLook look = StallLook.now();
        unloaded.bound()
                .map(bound -> look.line(Percentiles.P99, (double) bound.nanos()))
                .or(() -> look.line(Percentiles.P99))
                .ifPresent(display::line);
        VariantSettings settings = peers.variantSettings(provisional.plan());
        List<SizedWorkload> workloads = new ArrayList<>();
        for (Cell cell : searched(provisional)) {
            long warmUpNanos = wanted.longestWarmUp().toNanos();
            rates(cell, settings, warmUpNanos, unloaded.bound()).forEach(rate -> workloads.add(workload(cell, rate)));
        }
        return unloaded.about(unloaded.grid().asking(workloads));
    }

    /** What a run would search before it begins, and the time that this takes. */
    public String announcement(RunRequest unloaded) {
        return announcement(new BenchmarkRun(launcher, unloaded, display), unloaded);
    }

    private static String announcement(BenchmarkRun provisional, RunRequest unloaded) {
        boolean bounded = unloaded.bound().isPresent();
        long searches = searched(provisional).stream()
                .filter(cell -> cell.obstacle().isEmpty())
                .count();
        long tryNanos = provisional.plan().cells().stream()
                        .mapToLong(cell -> load(cell).extent().nanos())
                        .max()
                        .orElse(0)
                + Plan.BOUNDED_METER_NANOS
                + TRY_WARM_UP_NANOS;
        Duration time = Duration.ofNanos(searches * KneeSearch.USUAL_TRIES * tryNanos);
        String one = bounded ? "capacity" : "knee";
        String several = bounded ? "capacities" : "knees";
        return ("--rate auto: %ssearches %d %s first (about %s, up to twice that on a machine that stalls), then measures %d rates each,"
                        + " up to a half beyond it; about %s in all")
                .formatted(
                        isOneWay(provisional) ? ONE_WAY : "",
                        searches,
                        searches == 1 ? one : several,
                        DryRun.text(time),
                        1 + SHARES.length,
                        DryRun.text(provisional
                                .preparationTime()
                                .plus(StallLook.TIME)
                                .plus(time)
                                .plus(measuring(provisional, unloaded))));
    }

    private static boolean isOneWay(BenchmarkRun provisional) {
        return provisional.plan().cells().stream()
                .allMatch(cell -> cell.workload().shape().isEmpty());
    }

    /** The time of the run after the search, which has these cells at each of its rates, and looks longer than at a single one. */
    private static Duration measuring(BenchmarkRun provisional, RunRequest unloaded) {
        int iterations = unloaded.repetition().stopping().minRounds();
        Plan plan = provisional.plan();
        long longerNanos = plan.firstRound().size() * (Plan.BOUNDED_METER_NANOS - plan.meterNanos());
        return provisional
                .estimate()
                .round()
                .plusNanos(longerNanos)
                .multipliedBy((long) (1 + SHARES.length) * iterations);
    }

    /** A cell for each search. */
    private static List<Cell> searched(BenchmarkRun provisional) {
        Set<List<Object>> seen = new LinkedHashSet<>();
        return provisional.plan().cells().stream()
                .filter(cell -> seen.add(List.of(
                        cell.transportId(),
                        cell.requestBytes(),
                        cell.workload().shape(),
                        cell.clients(),
                        SizedWorkload.OF_KNEES.stream()
                                .map(setting -> cell.settings().get(setting))
                                .toList())))
                .toList();
    }

    /**
     * Refuses a time that is too short for the search. The unloaded rate usually sends the fewest messages, and they have to
     * be enough for a 99th percentile, which decides about the knee.
     */
    public static void requireTimeForPercentiles(Duration duration) {
        long messages = KneeSearch.UNLOADED_PER_SECOND
                * duration.toNanos()
                / Duration.ofSeconds(1).toNanos();
        if (messages < MESSAGES_FOR_P99) {
            throw new InvalidRequestException(
                    Argument.DURATION,
                    "%d ms are %d messages at %d a second, the lowest rate of --rate auto, but p99 needs %d; give %d ms or more"
                            .formatted(
                                    duration.toMillis(),
                                    messages,
                                    KneeSearch.UNLOADED_PER_SECOND,
                                    MESSAGES_FOR_P99,
                                    1000 * MESSAGES_FOR_P99 / KneeSearch.UNLOADED_PER_SECOND));
        }
    }

    private static SizedWorkload workload(Cell cell, long rate) {
        return new SizedWorkload(
                load(cell).atRate((double) rate),
                Optional.of(cell.transportId()),
                Optional.of(cell.clients()),
                Optional.of(cell.settings()));
    }

    private static Load load(Cell cell) {
        return (Load) cell.workload();
    }

    /** The load of a try, which lasts longer at a rate that is too low for a percentile. */
    private static Load tried(Cell cell, long rate) {
        Load load = load(cell).atRate((double) rate);
        long enoughNanos = Math.round(NANOS_PER_SECOND * MESSAGES_FOR_P99 / rate);
        long nanos = Math.max(load.extent().nanos(), Math.min(LONGEST_TRY_NANOS, enoughNanos));
        return load.over(new Extent.Period(nanos));
    }

    /**
     * Returns the rates of a cell; only the lowest rate if the machine lacks something or no knee is found, for which the
     * run gives the reason.
     */
    private List<Long> rates(Cell cell, VariantSettings settings, long warmUpNanos, Optional<LatencyBound> bound)
            throws IOException, InterruptedException {
        Optional<KneeSearch.FoundKnee> knee =
                cell.obstacle().isPresent() ? Optional.empty() : knee(cell, settings, warmUpNanos, bound);
        long knees = knee.map(KneeSearch.FoundKnee::perSecond).orElse(0L);
        long lowest = knee.map(KneeSearch.FoundKnee::unloadedPerSecond).orElse(KneeSearch.UNLOADED_PER_SECOND);
        return DoubleStream.concat(
                        DoubleStream.of((double) lowest),
                        DoubleStream.of(SHARES).map(share -> share * knees))
                .filter(rate -> rate >= lowest)
                .mapToObj(KneeSearch::rounded)
                .distinct()
                .toList();
    }

    private Optional<KneeSearch.FoundKnee> knee(
            Cell cell, VariantSettings settings, long warmUpNanos, Optional<LatencyBound> bound)
            throws IOException, InterruptedException {
        String name = cell.transportId() + cell.sizeInWords() + NAMES.suffix(cell);
        String sought = bound.map(limit -> "capacity below " + time(limit)).orElse("knee");
        String unit = Dimension.RATE.unit(cell);
        display.line("searching for the %s of %s".formatted(sought, name));
        try (StandingPeers peers = new StandingPeers(
                settings.of(cell),
                cell.transport(),
                cell.placement(),
                cell.clients(),
                cell.settings().get(Dimension.SIDES),
                display::line)) {
            KneeSearch search = new KneeSearch(rate -> result(cell, rate, peers, warmUpNanos), bound);
            Optional<KneeSearch.FoundKnee> knee = search.find();
            display.line(knee.map(found -> String.format(
                            Locale.ROOT,
                            "%s: %s %d %s%s; p99 at %d %s is %.1f us",
                            name,
                            bound.isPresent() ? "the run measures it around" : sought + " near",
                            found.perSecond(),
                            unit,
                            found.lowestPerSecond() <= KneeSearch.UNLOADED_PER_SECOND
                                    ? ""
                                    : ", from %d %s on".formatted(found.lowestPerSecond(), unit),
                            found.unloadedPerSecond(),
                            unit,
                            found.unloadedP99Nanos() / NANOS_PER_MICRO))
                    .orElseGet(() -> "%s: no %s found; tried %s %s"
                            .formatted(
                                    name,
                                    sought,
                                    search.tried().stream().map(String::valueOf).collect(Collectors.joining(", ")),
                                    unit)));
            return knee;
        } catch (IterationFailedException e) {
            display.line("%s: no %s found: %s".formatted(name, sought, e.getMessage()));
            return Optional.empty();
        }
    }

    private Tried result(Cell cell, long rate, StandingPeers peers, long warmUpNanos)
            throws IterationFailedException, InterruptedException {
        Measurement measurement = peers.measure(cell.task(tried(cell, rate), warmUpNanos, Plan.BOUNDED_METER_NANOS));
        stalls = stalls.plus(MachineStalls.of(measurement));
        Summary summary = Summary.of(List.of(measurement)).beside(stalls);
        if (summary.latencies().areWithheld()) {
            throw new IterationFailedException(
                    "latencies are withheld: the peers' clocks are not proven to be one; use --answer: calls need one clock only");
        }
        return new Tried(summary);
    }

    /** What a try has measured. */
    private record Tried(Summary summary) implements KneeSearch.RateResult {
        @Override
        public boolean isReached() {
            return summary.isReached();
        }

        @Override
        public double p99Nanos() {
            return summary.stallEffect().withoutStalls(Percentiles.P99).orElse(0);
        }

        @Override
        public double lateShare(LatencyBound bound) {
            return bound.ownLateShare(summary);
        }
    }

    private static String time(LatencyBound bound) {
        return new DurationText((double) bound.nanos()).in(Locale.ROOT);
    }
}
