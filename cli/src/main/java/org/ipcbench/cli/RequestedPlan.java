package org.ipcbench.cli;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ThreadLocalRandom;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.ipcbench.placement.Placement;
import org.ipcbench.plan.Cell;
import org.ipcbench.plan.Estimate;
import org.ipcbench.plan.KnownTransport;
import org.ipcbench.plan.Plan;
import org.ipcbench.plan.StoppingRule;
import org.ipcbench.plan.Variant;
import org.ipcbench.transport.Transport;
import org.ipcbench.workload.Clients;
import org.ipcbench.workload.Extent;
import org.ipcbench.workload.Serving;
import picocli.CommandLine;
import picocli.CommandLine.ParameterException;

/** What a request and the options of its command line make a run measure, and how often. */
final class RequestedPlan {
    /** Seeds are drawn below this, short enough to be typed. */
    private static final int SEEDS = 1_000_000;

    /** The first version of Java that has them as a feature of its own. */
    private static final int VIRTUAL_THREADS_FROM = 21;

    private final CommandLine commandLine;
    private final RunOptions options;
    private final CliContext context;
    private final Request request;
    private final List<Transport> transports;

    RequestedPlan(
            CommandLine commandLine,
            RunOptions options,
            CliContext context,
            Request request,
            List<Transport> transports) {
        this.commandLine = commandLine;
        this.options = options;
        this.context = context;
        this.request = request;
        this.transports = known(transports.stream());
    }

    /** The cells, each round of them, and when to stop. */
    Plan plan() {
        requireServedClients();
        requireFewEnoughCells();
        List<Cell> cells = cells(transports, request.workloads(), options.bufferSizes.bytes(), request.clients());
        return new Plan(cells, baselines(cells), stoppingRule(), longestWarmUp().toNanos(), seed());
    }

    private Duration longestWarmUp() {
        return request.workloads().stream()
                .map(sized -> options.peers.longestWarmUp(sized.workload().extent()))
                .max(Comparator.naturalOrder())
                .orElseThrow();
    }

    /** Refuses a time limit in which not even one round can be measured. */
    void requireTimeForARound(Estimate estimate) {
        if (stoppingRule() instanceof StoppingRule.Precision precision
                && precision.longest().compareTo(estimate.round()) < 0) {
            String message = "Invalid value for option '--max-time': a round takes roughly %s; give at least that"
                    .formatted(DryRun.text(estimate.round()));
            throw new ParameterException(commandLine, message);
        }
    }

    private long seed() {
        return options.seed == null ? ThreadLocalRandom.current().nextInt(1, SEEDS) : options.seed;
    }

    /** Each client has a message to send at least, and virtual threads are there. */
    private void requireServedClients() {
        Clients most = request.mostClients();
        long fewest = request.workloads().stream()
                .map(sized -> sized.workload().extent())
                .flatMap(extent -> extent instanceof Extent.Count count ? Stream.of(count.messages()) : Stream.empty())
                .min(Long::compare)
                .orElse(Long.MAX_VALUE);
        if (most.number() > fewest) {
            throw new ParameterException(
                    commandLine,
                    "Invalid value for option '%s': %d clients share out %d messages; give as many messages as clients, or more"
                            .formatted(ClientOptions.CLIENTS, most.number(), fewest));
        }
        int java = options.peers.jvm.feature();
        if (most.serving() == Serving.VIRTUAL && java < VIRTUAL_THREADS_FROM && !options.vary.choosesTheJvm()) {
            throw new ParameterException(
                    commandLine,
                    "Invalid value for option '%s': Java %d has no virtual threads; give a --jvm of Java %d or later"
                            .formatted(ClientOptions.SERVE, java, VIRTUAL_THREADS_FROM));
        }
    }

    private void requireFewEnoughCells() {
        double cells = (double) transports.size()
                * request.workloads().size()
                * options.bufferSizes.bytes().size()
                * options.placements.list().size()
                * request.clients().size()
                * options.vary.variants().size();
        if (cells > Plan.MAX_CELLS) {
            throw new ParameterException(
                    commandLine,
                    "transports, sizes, buffers, placements, clients and variants multiply to %.0f cells; give so few that at most %d remain"
                            .formatted(cells, Plan.MAX_CELLS));
        }
    }

    private StoppingRule stoppingRule() {
        RepetitionOptions repetition = request.repetition().orElseGet(RepetitionOptions::new);
        if (repetition.precision != null) {
            return new StoppingRule.Precision(request.iterations(), repetition.precision, repetition.longest());
        }
        if (repetition.longest != null) {
            throw new ParameterException(
                    commandLine, "Invalid value for option '--max-time': bounds --precision, which is not given");
        }
        return new StoppingRule.Rounds(request.iterations());
    }

    /** What the harness alone takes for each question and size, unless that is asked for anyway. */
    private List<Cell> baselines(List<Cell> cells) {
        boolean wanted = request.repetition().filter(given -> !given.noBaseline).isPresent();
        List<Transport> harness = known(context.registry().all().stream()
                .filter(transport -> wanted && transport.traits().oneProcess())
                .limit(1));
        Placement place = options.placements.list().stream()
                .filter(placement -> placement.obstacle().isEmpty())
                .findFirst()
                .orElse(Placement.DEFAULT);
        Set<Integer> askedFor = cells.stream()
                .filter(cell -> cell.transport().traits().oneProcess()
                        && cell.obstacle().isEmpty())
                .map(Cell::unitSizeBytes)
                .collect(Collectors.toSet());
        List<Request.SizedWorkload> brief = request.workloads().stream()
                .filter(sized -> !sized.workload().question().hasGivenRate())
                .filter(sized -> !askedFor.contains(sized.workload().requestBytes()))
                .map(Request.SizedWorkload::brief)
                .toList();
        return cells(harness, brief, List.of(Cell.DEFAULT_BUFFER), List.of(Clients.ONE)).stream()
                .filter(cell ->
                        cell.placement().equals(place) && cell.obstacle().isEmpty())
                .toList();
    }

    private static List<Transport> known(Stream<Transport> transports) {
        return transports.<Transport>map(KnownTransport::of).toList();
    }

    private List<Cell> cells(
            List<Transport> transports,
            List<Request.SizedWorkload> workloads,
            List<Integer> bufferSizesBytes,
            List<Clients> clients) {
        List<Cell> cells = new ArrayList<>();
        for (Transport transport : transports) {
            for (Request.SizedWorkload sized : workloads) {
                for (int buffer : bufferSizesBytes) {
                    for (Placement placement : options.placements.list()) {
                        for (Clients each : clients) {
                            if (!sized.asks(transport, each)) {
                                continue;
                            }
                            Cell cell = new Cell(transport, sized.workload(), buffer, placement, each);
                            for (Variant variant : options.vary.variants()) {
                                cells.add(cell.withVariant(variant));
                            }
                        }
                    }
                }
            }
        }
        return cells;
    }
}
