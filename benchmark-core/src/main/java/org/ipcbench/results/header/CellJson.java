package org.ipcbench.results.header;

import com.google.gson.Gson;
import com.google.gson.JsonDeserializationContext;
import com.google.gson.JsonDeserializer;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonSerializationContext;
import com.google.gson.JsonSerializer;
import java.lang.reflect.Type;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.Stream;
import org.ipcbench.placement.CpuSet;
import org.ipcbench.placement.Place;
import org.ipcbench.placement.Placement;
import org.ipcbench.plan.cell.Cell;
import org.ipcbench.plan.cell.Feasibility;
import org.ipcbench.plan.cell.Obstacle;
import org.ipcbench.plan.cell.Spin;
import org.ipcbench.plan.cell.Variant;
import org.ipcbench.transport.Transport;
import org.ipcbench.workload.Clients;
import org.ipcbench.workload.Serving;
import org.ipcbench.workload.terms.QuestionTerms;
import org.jspecify.annotations.Nullable;

/** Writes a cell to a record, and reads it: the values of its parts side by side in one object. */
final class CellJson implements JsonSerializer<Cell>, JsonDeserializer<Cell> {
    private final Gson gson = new Gson();
    private final Map<String, Transport> transports;

    /**
     * Writes cells, and reads them.
     *
     * @param transports transports of the cells to be read, by their ids
     */
    CellJson(Map<String, Transport> transports) {
        this.transports = Map.copyOf(transports);
    }

    @Override
    public JsonElement serialize(Cell cell, Type type, JsonSerializationContext unused) {
        JsonObject json = new JsonObject();
        Stream.of(
                        Names.of(cell),
                        QuestionTerms.of(cell.workload()),
                        Places.of(cell.placement()),
                        Served.of(cell.clients()),
                        FeasibilityJson.of(cell.feasibility()),
                        Spun.of(cell.spin()))
                .map(part -> gson.toJsonTree(part).getAsJsonObject())
                .forEach(part -> part.asMap().forEach(json::add));
        return json;
    }

    @Override
    public Cell deserialize(JsonElement json, Type type, JsonDeserializationContext unused) {
        Names names = part(json, Names.class);
        Transport transport = transports.get(names.transport());
        if (transport == null) {
            throw new IllegalArgumentException("no transport " + names.transport());
        }
        QuestionTerms question = part(json, QuestionTerms.class);
        RunTerms.requirePrintable(question.label());
        return new Cell(
                transport,
                question.asked(),
                names.bufferSizeBytes(),
                part(json, Places.class).asked(),
                part(json, Served.class).asked(),
                part(json, Spun.class).asked(),
                new Variant(names.variant()),
                names.host(),
                part(json, FeasibilityJson.class).told());
    }

    private <T extends Record> T part(JsonElement json, Class<T> type) {
        return RunHeader.complete(gson.fromJson(json, type));
    }

    /**
     * The names of a cell, and the size of its buffer.
     *
     * @param transport the transport's id
     * @param bufferSizeBytes requested size of the transport's buffer, in bytes; 0 for its default
     * @param variant its name among those that the run compares; empty if it compares none
     * @param host the machine, if results of several are put together; else empty
     */
    private record Names(String transport, int bufferSizeBytes, String variant, String host) {
        Names {
            Stream.of(transport, variant, host).forEach(RunTerms::requirePrintable);
            if (bufferSizeBytes < Cell.DEFAULT_BUFFER || bufferSizeBytes > Cell.MAX_BYTES) {
                throw new IllegalArgumentException("a cell has a number of %d".formatted(bufferSizeBytes));
            }
        }

        static Names of(Cell cell) {
            return new Names(cell.transportId(), cell.bufferSizeBytes(), cell.variantName(), cell.host());
        }
    }

    /**
     * Where the peers run.
     *
     * @param placement as the user wrote it
     * @param clientCpus CPUs of the client as the kernel lists them; null if the kernel chooses
     * @param clientNode the client's NUMA node; null if none was asked for
     * @param serverCpus CPUs of the server
     * @param serverNode the server's NUMA node
     * @param placementObstacle what the machine lacks for the placement; empty if nothing
     */
    private record Places(
            String placement,
            @Nullable String clientCpus,
            @Nullable Integer clientNode,
            @Nullable String serverCpus,
            @Nullable Integer serverNode,
            String placementObstacle) {
        Places {
            Stream.of(placement, placementObstacle).forEach(RunTerms::requirePrintable);
        }

        static Places of(Placement placement) {
            return new Places(
                    placement.label(),
                    cpus(placement.client()),
                    node(placement.client()),
                    cpus(placement.server()),
                    node(placement.server()),
                    placement.obstacle());
        }

        Placement asked() {
            return new Placement(
                    Placement.ofRecord(placement),
                    place(clientCpus, clientNode),
                    place(serverCpus, serverNode),
                    placementObstacle);
        }

        private static @Nullable String cpus(Optional<Place> place) {
            return place.map(each -> each.cpus().toString()).orElse(null);
        }

        private static @Nullable Integer node(Optional<Place> place) {
            return place.flatMap(Place::node).orElse(null);
        }

        private static Optional<Place> place(@Nullable String cpus, @Nullable Integer node) {
            return Optional.ofNullable(cpus).map(list -> new Place(CpuSet.parse(list), Optional.ofNullable(node)));
        }
    }

    /**
     * The clients of the server.
     *
     * @param clients their number; null for one
     * @param clientThreads whether they are connections of one process; null if they are not
     * @param serving how the server serves them; null for a thread each
     */
    private record Served(
            @Nullable Integer clients,
            @Nullable Boolean clientThreads,
            @Nullable Serving serving) {
        static Served of(Clients clients) {
            return new Served(
                    unless(Clients.ONE.number(), clients.number()),
                    unless(Clients.ONE.inOneProcess(), clients.inOneProcess()),
                    unless(Clients.ONE.serving(), clients.serving()));
        }

        private static <T> @Nullable T unless(T usual, T value) {
            return value.equals(usual) ? null : value;
        }

        Clients asked() {
            return new Clients(
                    Objects.requireNonNullElse(clients, Clients.ONE.number()),
                    Objects.requireNonNullElse(clientThreads, Clients.ONE.inOneProcess()),
                    Objects.requireNonNullElse(serving, Clients.ONE.serving()));
        }
    }

    /**
     * What the machine reported about the cell.
     *
     * @param obstacle why it could not be measured; null if it could
     * @param inFlight how many messages may have been sent and not received yet; null if that is not known
     */
    private record FeasibilityJson(
            @Nullable Obstacle obstacle, @Nullable Long inFlight) {
        static FeasibilityJson of(Feasibility feasibility) {
            OptionalLong inFlight = feasibility.inFlight();
            return new FeasibilityJson(
                    feasibility.obstacle().orElse(null), inFlight.isPresent() ? inFlight.getAsLong() : null);
        }

        Feasibility told() {
            return new Feasibility(
                    Optional.ofNullable(obstacle), inFlight == null ? OptionalLong.empty() : OptionalLong.of(inFlight));
        }
    }

    /**
     * How receivers wait.
     *
     * @param spinNanos for how long a receiver looks for a message before it sleeps; null if it sleeps at once
     */
    private record Spun(@Nullable Long spinNanos) {
        static Spun of(Spin spin) {
            return new Spun(spin.isAsked() ? spin.nanos() : null);
        }

        Spin asked() {
            return spinNanos == null ? Spin.NONE : new Spin(spinNanos);
        }
    }
}
