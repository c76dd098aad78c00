package org.ipcbench.results;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.Stream;
import org.ipcbench.placement.CpuSet;
import org.ipcbench.placement.Place;
import org.ipcbench.placement.Placement;
import org.ipcbench.plan.Cell;
import org.ipcbench.plan.Feasibility;
import org.ipcbench.plan.Obstacle;
import org.ipcbench.plan.Variant;
import org.ipcbench.transport.Transport;
import org.ipcbench.workload.ArrivalPattern;
import org.ipcbench.workload.Clients;
import org.ipcbench.workload.Extent;
import org.ipcbench.workload.Pacing;
import org.ipcbench.workload.Payload;
import org.ipcbench.workload.Role;
import org.ipcbench.workload.Serving;
import org.ipcbench.workload.Workload;
import org.jspecify.annotations.Nullable;

/**
 * What a cell is, by value.
 *
 * @param transport the transport's id
 * @param workload the question's label
 * @param messages number of messages, round trips or blocks; null where a time was given
 * @param periodNanos time of the measured part, in nanoseconds; null where a number was given
 * @param fileBytes size of the file, in bytes; null where none is transferred
 * @param payload how much of a message is written and read
 * @param sizeBytes size of a message or block, in bytes
 * @param bufferSizeBytes size asked for of the transport's buffer, in bytes; 0 for its default
 * @param placement as the user wrote it
 * @param clientCpus CPUs of the client as the kernel lists them; null where the kernel chooses
 * @param clientNode the client's NUMA node; null where none was asked for
 * @param serverCpus the same of the server
 * @param serverNode the same of the server
 * @param placementObstacle what the machine lacks for the placement; empty where nothing
 * @param variant its name among those that the run compares; empty where it compares none
 * @param host the machine, where results of several are put together; empty otherwise
 * @param obstacle why the cell could not be measured; null where nothing spoke against it
 * @param inFlight how many messages may have been sent and not received yet; null where that is not known
 * @param clients how many clients the server has; null for one
 * @param clientThreads whether the clients are connections of one process; null where they are not
 * @param serving how the server serves them; null for a thread each
 * @param load what a load offers; null for other questions
 */
record CellRecord(
        String transport,
        String workload,
        @Nullable Long messages,
        @Nullable Long periodNanos,
        @Nullable Long fileBytes,
        Payload payload,
        int sizeBytes,
        int bufferSizeBytes,
        String placement,
        @Nullable String clientCpus,
        @Nullable Integer clientNode,
        @Nullable String serverCpus,
        @Nullable Integer serverNode,
        String placementObstacle,
        String variant,
        String host,
        @Nullable Obstacle obstacle,
        @Nullable Long inFlight,
        @Nullable Integer clients,
        @Nullable Boolean clientThreads,
        @Nullable Serving serving,
        @Nullable LoadRecord load) {
    /** More than any command line allows keeps no arithmetic within a long. */
    private static final long MAX_COUNT = 1L << 50;

    private static final long MAX_NANOS = Duration.ofDays(30).toNanos();

    CellRecord {
        Objects.requireNonNull(payload);
        Stream.of(transport, workload, placement, placementObstacle, variant, host)
                .forEach(RunTerms::requirePrintable);
        requireWithin(messages, 1, MAX_COUNT);
        requireWithin(periodNanos, 1, MAX_NANOS);
        requireWithin(fileBytes, 0, MAX_COUNT);
        requireWithin((long) bufferSizeBytes, 0, Cell.MAX_BYTES);
    }

    private static void requireWithin(@Nullable Long value, long least, long most) {
        if (value != null && (value < least || value > most)) {
            throw new IllegalArgumentException("a cell has a number of %d".formatted(value));
        }
    }

    /**
     * What a load offers.
     *
     * @param perSecond messages a second
     * @param arrivals how their times are spread, as the user writes it
     * @param pacing how the sender waits, as the user writes it
     */
    record LoadRecord(double perSecond, String arrivals, String pacing) {
        static @Nullable LoadRecord of(Workload workload) {
            return workload instanceof Workload.Load load
                    ? new LoadRecord(
                            load.ratePerSecond(),
                            load.arrivals().label(),
                            load.pacing().label())
                    : null;
        }
    }

    static CellRecord of(Cell cell) {
        Extent extent = cell.workload().extent();
        Optional<Place> client = cell.placement().place(Role.CLIENT);
        Optional<Place> server = cell.placement().place(Role.SERVER);
        OptionalLong inFlight = cell.inFlight();
        return new CellRecord(
                cell.transportId(),
                cell.workloadName(),
                extent instanceof Extent.Count count ? count.messages() : null,
                extent instanceof Extent.Period period ? period.nanos() : null,
                cell.workload() instanceof Workload.Transfer transfer ? transfer.fileBytes() : null,
                cell.workload().payload(),
                cell.unitSizeBytes(),
                cell.bufferSizeBytes(),
                cell.placementName(),
                client.map(place -> place.cpus().toString()).orElse(null),
                client.flatMap(Place::node).orElse(null),
                server.map(place -> place.cpus().toString()).orElse(null),
                server.flatMap(Place::node).orElse(null),
                cell.placement().obstacle(),
                cell.variantName(),
                cell.host(),
                cell.obstacle().orElse(null),
                inFlight.isPresent() ? inFlight.getAsLong() : null,
                cell.clients().number() == 1 ? null : cell.clients().number(),
                cell.clients().inOneProcess() ? true : null,
                cell.clients().serving() == Serving.THREADS
                        ? null
                        : cell.clients().serving(),
                LoadRecord.of(cell.workload()));
    }

    /** The same cell on a machine of this name, measured as this variant. */
    CellRecord of(String hostName, String variantName) {
        return with(variantName, hostName, obstacle, inFlight);
    }

    /** The same cell without what the machine said of it. */
    CellRecord withoutFeasibility() {
        return with(variant, host, null, null);
    }

    private CellRecord with(
            String newVariant, String newHost, @Nullable Obstacle newObstacle, @Nullable Long newInFlight) {
        return new CellRecord(
                transport,
                workload,
                messages,
                periodNanos,
                fileBytes,
                payload,
                sizeBytes,
                bufferSizeBytes,
                placement,
                clientCpus,
                clientNode,
                serverCpus,
                serverNode,
                placementObstacle,
                newVariant,
                newHost,
                newObstacle,
                newInFlight,
                clients,
                clientThreads,
                serving,
                load);
    }

    /** The cell of a transport that is only a record itself. */
    Cell cell(Transport recorded) {
        return new Cell(
                recorded,
                question(Path.of("file"), null),
                sizeBytes,
                bufferSizeBytes,
                new Placement(
                        placement, place(clientCpus, clientNode), place(serverCpus, serverNode), placementObstacle),
                clientsOfServer(),
                new Variant(variant),
                host,
                new Feasibility(
                        Optional.ofNullable(obstacle),
                        inFlight == null ? OptionalLong.empty() : OptionalLong.of(inFlight)));
    }

    /**
     * The same cell as this machine can measure it.
     *
     * @param here the transport of this machine
     * @param place where the peers run on this machine
     * @param file the file to transfer; null where none is
     * @param target where the receiver writes it; null where it does not
     */
    Cell cellHere(Transport here, Placement place, @Nullable Path file, @Nullable Path target) {
        return new Cell(here, question(file, target), sizeBytes, bufferSizeBytes, place, clientsOfServer())
                .withVariant(new Variant(variant));
    }

    private Clients clientsOfServer() {
        return new Clients(
                clients == null ? 1 : clients,
                clientThreads != null && clientThreads,
                serving == null ? Serving.THREADS : serving);
    }

    private Workload question(@Nullable Path file, @Nullable Path target) {
        return switch (workload) {
            case "throughput" -> new Workload.Stream(extent(), payload);
            case "latency" -> new Workload.PingPong(extent(), payload);
            case "connect" -> new Workload.Connect(extent(), payload);
            case "load" -> load(required(load));
            case "block" -> new Workload.Block(extent(), sizeBytes, payload);
            case "transfer" -> new Workload.Transfer(required(file), required(fileBytes), sizeBytes, target);
            default -> throw new IllegalArgumentException("no question " + workload);
        };
    }

    private Workload load(LoadRecord offered) {
        return new Workload.Load(
                new Extent.Period(required(periodNanos)),
                payload,
                offered.perSecond(),
                ArrivalPattern.labelled(offered.arrivals()).orElseThrow(),
                Pacing.labelled(offered.pacing()).orElseThrow());
    }

    private Extent extent() {
        return messages == null ? new Extent.Period(required(periodNanos)) : new Extent.Count(messages);
    }

    private static Optional<Place> place(@Nullable String cpus, @Nullable Integer node) {
        return cpus == null ? Optional.empty() : Optional.of(new Place(CpuSet.parse(cpus), Optional.ofNullable(node)));
    }

    private static <T> T required(@Nullable T value) {
        if (value == null) {
            throw new IllegalArgumentException("a cell lacks its extent");
        }
        return value;
    }
}
