package org.ipcbench.run;

import java.time.Duration;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.ipcbench.analysis.LatencyBound;
import org.ipcbench.analysis.statistics.Gate;
import org.ipcbench.launch.command.Prefixes;
import org.ipcbench.plan.ExtraTime;
import org.ipcbench.plan.GatedRounds;
import org.ipcbench.plan.Plan;
import org.ipcbench.plan.RunEstimate;
import org.ipcbench.plan.StoppingRule;
import org.ipcbench.plan.cell.Cell;
import org.ipcbench.plan.cell.CellStatus;
import org.ipcbench.plan.cell.Dimension;
import org.ipcbench.plan.cell.Feasibility;
import org.ipcbench.plan.cell.KnownTransport;
import org.ipcbench.plan.cell.OtherPrograms;
import org.ipcbench.plan.cell.Setting;
import org.ipcbench.plan.cell.Variant;
import org.ipcbench.run.program.PeerPrograms;
import org.ipcbench.run.program.PeerPrograms.UnavailablePeerException;
import org.ipcbench.run.program.Variation;
import org.ipcbench.run.request.CellGrid;
import org.ipcbench.run.request.InvalidRequestException;
import org.ipcbench.run.request.InvalidRequestException.Argument;
import org.ipcbench.run.request.PeerRequest;
import org.ipcbench.run.request.Repetition;
import org.ipcbench.run.request.RunRequest;
import org.ipcbench.run.request.SizedWorkload;
import org.ipcbench.run.request.TransportSelection;
import org.ipcbench.transport.Transport;
import org.ipcbench.transport.resource.Grants;
import org.ipcbench.workload.Clients;
import org.ipcbench.workload.Extent;
import org.ipcbench.workload.Serving;
import org.ipcbench.workload.Workload;

/** The plan of a request: what a run measures, and how often. */
final class RequestedPlan {
    /** Random seeds are below this bound, short enough to be typed. */
    private static final int SEEDS = 1_000_000;

    /** The first version of Java in which virtual threads are not a preview. */
    private static final int VIRTUAL_THREADS_FROM = 21;

    private static final Comparator<Workload> LOWEST_RATE_FIRST =
            Comparator.comparingDouble(workload -> workload.offeredPerSecond().orElse(Double.POSITIVE_INFINITY));

    /** The usual time limit of a run with extra time, as a multiple of the estimate without. */
    private static final double WITH_EXTRA_TIME = 1.5;

    /** A time limit beyond any run, and below the longest time that a long holds in nanoseconds. */
    private static final Duration MAX_TIME = Duration.ofDays(36_500);

    /** The warm-up of a cell that is measured again may take this many times as long, enough for the largest libraries. */
    private static final int LONGER_WARM_UP = 3;

    private final CellGrid grid;
    private final Repetition repetition;
    private final Optional<LatencyBound> bound;
    private final PeerRequest peers;
    private final List<Variant> variants;
    private final List<Gate> gates;

    RequestedPlan(RunRequest request) {
        grid = request.grid().to(known(request.grid().selection()));
        repetition = request.repetition();
        bound = request.bound();
        peers = request.setup().peers();
        variants = peers.variants();
        gates = request.setup().acceptance().gates();
    }

    /** The cells, their rounds, and when to stop. */
    Plan plan() {
        requireRoomInMessages();
        requireMessagesOfEachClient();
        requireOneChoiceOfTheJvm();
        requireServedClients();
        requireFewEnoughCells();
        requireFilesOfThisSide();
        requireRelayOfHops();
        Map<Variant, Prefixes> prefixes = peers.prefixesByVariant();
        Grants grants = new Grants();
        Supplier<String> ownRelaysLack = ownRelaysLack();
        List<Cell> cells = grid.cells(variants).stream()
                .map(cell -> behind(prefixes.getOrDefault(cell.variant(), Prefixes.NONE), cell, grants))
                .map(this::varied)
                .map(cell -> relayed(cell, ownRelaysLack))
                .map(cell -> cell.within(
                        peers.timeout(),
                        peers.longestWarmUp(Stream.of(cell.workload())).toNanos()))
                .toList();
        return new Plan(
                cells,
                List.of(),
                stopping(),
                bound,
                peers.longestWarmUp(cells.stream().map(Cell::workload)).toNanos(),
                seed());
    }

    /**
     * A cell whose messages cannot cross its prefixes, or that another program cannot measure, is unsupported. So is one for whose peers
     * this machine lacks something, unless they are behind a prefix, where other limits may hold. How many messages of a stream a
     * prefix holds that passes them on is unknown.
     */
    private static Cell behind(Prefixes asked, Cell cell, Grants grants) {
        Prefixes prefixes = asked.of(cell.transport());
        OtherPrograms programs = new OtherPrograms(prefixes);
        Optional<String> obstacle = asked.obstacleToOwnPeers(cell.transport())
                .or(() -> programs.obstacleToCodec(cell))
                .or(() -> cell.obstacle().isPresent()
                        ? Optional.empty()
                        : programs.obstacle(cell)
                                .or(() -> prefixes.obstacle(cell.transport().traits()))
                                .or(() ->
                                        cell.transport().auxiliary().flatMap(needed -> prefixes.obstacleToAuxiliary()))
                                .or(() -> prefixes.areNone() || !cell.relay().isAsked()
                                        ? Optional.empty()
                                        : Optional.of(
                                                "has a relay beside the launcher; omit --relay, or the prefixes")));
        if (obstacle.isPresent()) {
            return cell.with(Feasibility.without(CellStatus.UNSUPPORTED, obstacle.get()));
        }
        if (prefixes.areNone()) {
            return cell.within(grants);
        }
        boolean isCopiedByPrefix = cell.transport().traits().ownsStandardStreams()
                && !prefixes.server().isNone()
                && cell.workload().answerBytes() == 0;
        return isCopiedByPrefix && cell.obstacle().isEmpty() ? cell.with(Feasibility.UNKNOWN) : cell;
    }

    /** Programs that are no JVM would be measured as often as there are variants, without a difference. */
    private Cell varied(Cell cell) {
        boolean isSame = cell.transport().ownPeers().isPresent()
                && peers.variation().filter(Variation::isOfJvms).isPresent();
        return isSame && cell.obstacle().isEmpty()
                ? cell.with(Feasibility.without(
                        CellStatus.UNSUPPORTED, "has programs of its own, which are no JVM; omit --vary"))
                : cell;
    }

    /** A cell with the relay in C is unavailable if that cannot be built here. */
    private static Cell relayed(Cell cell, Supplier<String> ownRelaysLack) {
        if (cell.obstacle().isPresent()
                || !cell.relay().isOwn()
                || ownRelaysLack.get().isEmpty()) {
            return cell;
        }
        return cell.with(Feasibility.without(CellStatus.UNAVAILABLE, ownRelaysLack.get()));
    }

    /** Builds the relay in C when it is first asked; an empty text if that succeeds. */
    private static Supplier<String> ownRelaysLack() {
        Map<Boolean, String> asked = new HashMap<>();
        return () -> asked.computeIfAbsent(true, always -> {
            try {
                var unused = PeerPrograms.ofThisUser().relay();
                return "";
            } catch (UnavailablePeerException e) {
                return "the relay in C: " + e.getMessage();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                return "interrupted while the relay was built";
            }
        });
    }

    private void requireRelayOfHops() {
        boolean hasRelay = hasOther(Dimension.RELAY);
        if (hasOther(Dimension.RELAY_HOPS) && !hasRelay) {
            throw new InvalidRequestException(
                    Argument.REQUEST, "--relay-hops says how many relays stand one behind the other; add --relay c");
        }
    }

    /** Whether the grid has a value of a setting besides the default. */
    private boolean hasOther(Setting<?> setting) {
        return grid.listed().getOrDefault(setting, List.of()).stream()
                .anyMatch(each -> !each.get(setting).equals(setting.usual()));
    }

    private void requireFilesOfThisSide() {
        if (!peers.hasPrefixes()) {
            return;
        }
        grid.workloads().stream()
                .map(SizedWorkload::workload)
                .filter(workload -> workload.transferred().isPresent())
                .findFirst()
                .ifPresent(workload -> {
                    throw new InvalidRequestException(
                            Argument.REQUEST,
                            "%s reads and writes files of this side; omit --server-via, --client-via and --vary via"
                                    .formatted(workload.label()));
                });
    }

    /** A line about each thing that the plan leaves out, and about how the sides of a prefix differ. */
    List<String> remarks() {
        Stream<String> sides = peers.prefixesByVariant().entrySet().stream()
                .filter(entry -> !entry.getValue().differences().isEmpty())
                .map(entry -> "%sthe server's side differs from the client's: %s"
                        .formatted(
                                entry.getKey().equals(Variant.NONE)
                                        ? ""
                                        : "'%s': ".formatted(entry.getKey().label()),
                                String.join("; ", entry.getValue().differences())));
        return Stream.concat(grid.remarks().stream(), sides).toList();
    }

    /**
     * The plan with the extra time that the request allows.
     *
     * @param estimate of the plan without it
     */
    Plan extended(Plan plan, RunEstimate estimate) {
        Repetition.Extra extra = repetition.extra();
        if (!extra.allowed() || plan.stopping() instanceof GatedRounds) {
            return plan;
        }
        Duration longest = extra.longest()
                .orElseGet(() -> Duration.ofMillis(
                        Math.min(Math.round(WITH_EXTRA_TIME * estimate.time().toMillis()), MAX_TIME.toMillis())));
        long addedWarmUpNanos = peers.warmUp().isPresent()
                ? 0
                : (LONGER_WARM_UP - 1) * peers.longestWarmUp().toNanos();
        return plan.stoppedBy(new ExtraTime(plan.iterations(), longest, addedWarmUpNanos));
    }

    /** Refuses a time limit in which not even one round can be measured. */
    void requireTimeForARound(RunEstimate estimate) {
        if (stopping()
                .timeLimit()
                .filter(limit -> limit.compareTo(estimate.round()) < 0)
                .isPresent()) {
            throw new InvalidRequestException(
                    Argument.MAX_TIME,
                    "a round takes about %s; give at least that".formatted(DryRun.text(estimate.round())));
        }
    }

    /** With gates, a time limit is for as many rounds as they need. */
    private StoppingRule stopping() {
        StoppingRule asked = repetition.stopping();
        if (gates.isEmpty()) {
            return asked;
        }
        if (asked instanceof StoppingRule.Precision precision) {
            return new GatedRounds(
                    precision.minRounds(), gates, OptionalDouble.of(precision.halfWidth()), precision.longest());
        }
        return repetition
                .extra()
                .longest()
                .<StoppingRule>map(
                        longest -> new GatedRounds(asked.minRounds(), gates, OptionalDouble.empty(), longest))
                .orElse(asked);
    }

    private long seed() {
        return repetition.seed().orElseGet(() ->
                (long) ThreadLocalRandom.current().nextInt(1, SEEDS));
    }

    private void requireRoomInMessages() {
        grid.workloads().stream()
                .flatMap(sized -> sized.workload().tooSmall().stream())
                .findFirst()
                .ifPresent(lack -> {
                    throw new InvalidRequestException(Argument.SIZES, lack);
                });
    }

    /** Refuses a measured part in which a client sends no message; the lowest rate, which needs the longest time, is named. */
    private void requireMessagesOfEachClient() {
        int clients = grid.mostClients().number();
        grid.workloads().stream()
                .map(SizedWorkload::workload)
                .sorted(LOWEST_RATE_FIRST)
                .flatMap(workload -> workload.tooShort(clients).stream())
                .findFirst()
                .ifPresent(reason -> {
                    throw new InvalidRequestException(Argument.DURATION, reason);
                });
    }

    private void requireOneChoiceOfTheJvm() {
        if (peers.variesTheJvm() && peers.chosenJvm().isPresent()) {
            throw new InvalidRequestException(Argument.VARIATION, "varies the JVM, which --jvm chooses; omit --jvm");
        }
    }

    /** Requires at least one message for each client, and a JVM with virtual threads if they are requested. */
    private void requireServedClients() {
        Clients most = grid.mostClients();
        long fewest = grid.workloads().stream()
                .map(sized -> sized.workload().extent())
                .flatMap(extent -> extent instanceof Extent.Count count ? Stream.of(count.messages()) : Stream.empty())
                .min(Long::compare)
                .orElse(Long.MAX_VALUE);
        if (most.number() > fewest) {
            throw new InvalidRequestException(
                    Argument.CLIENTS,
                    "%d clients cannot share %d messages; give at least as many messages as clients"
                            .formatted(most.number(), fewest));
        }
        int java = peers.jvm().feature();
        if (most.serving() == Serving.VIRTUAL && java < VIRTUAL_THREADS_FROM && !peers.variesTheJvm()) {
            throw new InvalidRequestException(
                    Argument.SERVER_MODEL,
                    "Java %d has no virtual threads; give a --jvm of Java %d or later"
                            .formatted(java, VIRTUAL_THREADS_FROM));
        }
    }

    private void requireFewEnoughCells() {
        double cells = grid.size(variants);
        if (cells > Plan.MAX_CELLS) {
            throw new InvalidRequestException(
                    Argument.REQUEST,
                    "transports, sizes, buffers, placements, clients, spins and variants make %.0f cells; give fewer, at most %d cells are possible"
                            .formatted(cells, Plan.MAX_CELLS));
        }
    }

    /** Asks the machine only once about each transport, for any number of cells. */
    private static TransportSelection known(TransportSelection selection) {
        return new TransportSelection(
                selection.transports().stream()
                        .<Transport>map(KnownTransport::of)
                        .toList(),
                selection.named());
    }
}
