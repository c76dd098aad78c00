package org.ipcbench.results.header;

import com.google.gson.Gson;
import com.google.gson.JsonDeserializationContext;
import com.google.gson.JsonDeserializer;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonSerializationContext;
import com.google.gson.JsonSerializer;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.Stream;
import org.ipcbench.plan.cell.Cell;
import org.ipcbench.plan.cell.CellSettings;
import org.ipcbench.plan.cell.Dimension;
import org.ipcbench.plan.cell.Feasibility;
import org.ipcbench.plan.cell.Obstacle;
import org.ipcbench.transport.Transport;
import org.ipcbench.workload.Question;
import org.ipcbench.workload.QuestionTerms;
import org.ipcbench.workload.Workload;
import org.ipcbench.workload.block.Block;
import org.ipcbench.workload.call.Connect;
import org.ipcbench.workload.call.PingPong;
import org.ipcbench.workload.load.Load;
import org.ipcbench.workload.stream.MessageStream;
import org.ipcbench.workload.transfer.Transfer;
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
        json.addProperty(Dimension.TRANSPORT.key(), cell.transportId());
        Stream.of(QuestionTerms.of(cell.workload()), cell.workload().ownTerms(), FeasibilityJson.of(cell.feasibility()))
                .map(part -> gson.toJsonTree(part).getAsJsonObject())
                .forEach(part -> part.asMap().forEach(json::add));
        cell.settings().write(json);
        return json;
    }

    @Override
    public Cell deserialize(JsonElement element, Type type, JsonDeserializationContext unused) {
        JsonObject json = element.getAsJsonObject();
        requirePrintable(json);
        String id = gson.fromJson(json.get(Dimension.TRANSPORT.key()), String.class);
        Transport transport = transports.get(id);
        if (transport == null) {
            throw new IllegalArgumentException("no transport " + id);
        }
        return new Cell(
                transport,
                workload(json),
                CellSettings.read(json),
                part(json, FeasibilityJson.class).told());
    }

    private static void requirePrintable(JsonObject json) {
        json.asMap().values().stream()
                .filter(value ->
                        value.isJsonPrimitive() && value.getAsJsonPrimitive().isString())
                .map(JsonElement::getAsString)
                .forEach(RunTerms::requirePrintable);
    }

    /** Throws if a term that the question needs is missing, or if there is a term that it does not have. The file is only a name. */
    private Workload workload(JsonObject json) {
        QuestionTerms all = part(json, QuestionTerms.class);
        Class<? extends QuestionTerms.Own> ofQuestion = ownTerms(Question.labelled(all.label())
                .orElseThrow(() -> new IllegalArgumentException("no question " + all.label())));
        QuestionTerms.Own own = gson.fromJson(json, ofQuestion);
        RunHeader.complete((Record) own);
        Workload asked = own.asked(all);
        boolean hasOthers = Stream.of(Question.values())
                .map(CellJson::ownTerms)
                .flatMap(CellJson::keys)
                .anyMatch(key -> keys(ofQuestion).noneMatch(key::equals)
                        && json.has(key)
                        && !json.get(key).isJsonNull());
        if (hasOthers
                || !QuestionTerms.of(asked).equals(all)
                || !asked.ownTerms().equals(own)) {
            throw new IllegalArgumentException(
                    "a cell has terms that its question '%s' does not have".formatted(all.label()));
        }
        return asked;
    }

    private static Class<? extends QuestionTerms.Own> ownTerms(Question question) {
        return switch (question) {
            case THROUGHPUT -> MessageStream.Terms.class;
            case LATENCY -> PingPong.Terms.class;
            case CONNECT -> Connect.Terms.class;
            case BLOCK -> Block.Terms.class;
            case LOAD, CALLS -> Load.Terms.class;
            case TRANSFER -> Transfer.Terms.class;
        };
    }

    private static Stream<String> keys(Class<?> terms) {
        return Stream.of(terms.getRecordComponents()).map(RecordComponent::getName);
    }

    private <T extends Record> T part(JsonElement json, Class<T> type) {
        return RunHeader.complete(gson.fromJson(json, type));
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
}
