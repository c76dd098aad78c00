package org.ipcbench.results.header;

import com.google.gson.Gson;
import com.google.gson.GsonBuilder;
import com.google.gson.JsonArray;
import com.google.gson.JsonDeserializationContext;
import com.google.gson.JsonDeserializer;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonPrimitive;
import com.google.gson.JsonSerializationContext;
import com.google.gson.JsonSerializer;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.ipcbench.analysis.LatencyBound;
import org.ipcbench.analysis.doubt.Reason;
import org.ipcbench.analysis.statistics.Gate;
import org.ipcbench.control.ControlProtocol;
import org.ipcbench.plan.Elimination;
import org.ipcbench.plan.ExtraTime;
import org.ipcbench.plan.GatedRounds;
import org.ipcbench.plan.Plan;
import org.ipcbench.plan.StoppingRule;
import org.ipcbench.plan.cell.Cell;
import org.ipcbench.plan.cell.CellSettings;
import org.ipcbench.plan.cell.Dimension;
import org.ipcbench.plan.cell.Feasibility;
import org.ipcbench.plan.cell.Feasibility.Obstacle;
import org.ipcbench.results.header.RunIdentity.MergedRuns;
import org.ipcbench.text.MissingValue;
import org.ipcbench.transport.Transport;
import org.ipcbench.workload.Question;
import org.ipcbench.workload.QuestionTerms;
import org.ipcbench.workload.Workload;
import org.jspecify.annotations.Nullable;

/**
 * The first line of a record: the identity of the run, what was to be measured, and in which order.
 *
 * @param record kind of the line
 * @param schema version of the format of all lines
 * @param run identity of the run
 * @param seed decides the order of measuring
 * @param warmUpNanos the longest warm-up of an iteration, in nanoseconds
 * @param rounds number of rounds that are planned before anything is measured
 * @param precision the half-width that ends the run, as a share of the mean; null if the number of rounds ends it
 * @param gates by their figure, how much slower than the first variant the others may be, if the run ends as soon as this is
 *     certain; otherwise null
 * @param failOn by their figure, how much slower than the first variant the others may be; null if nothing fails the run
 * @param longestNanos the time limit, after which no further round or iteration is begun, in nanoseconds; null if the number of
 *     rounds ends the run
 * @param addedWarmUpNanos how much longer the warm-up of a cell that is measured again may take, in nanoseconds; null if no cell
 *     gets extra time
 * @param mostRounds the largest number of rounds if candidates for {@code p99Nanos} are eliminated; otherwise null
 * @param p99Nanos the bound of the 99th percentile of the latencies, in nanoseconds; null if there is none
 * @param transports what is known of each transport
 * @param cells in the order of the report; lines of iterations name them by their index
 * @param baselines cells that measure the harness alone; their indexes follow those of the cells
 * @param turns indexes of cells and baselines in the order of measuring, a list for each planned round; null if they were more
 *     than {@value #MAX_TURNS} in all, so that the seed alone determines the order
 * @param merged the runs that the record was merged from; null if it is of one run
 * @param terms the other data needed to resume the run; null if it cannot be resumed
 */
public record RunHeader(
        String record,
        int schema,
        RunIdentity run,
        long seed,
        long warmUpNanos,
        int rounds,
        @Nullable Double precision,
        @Nullable Map<String, Double> gates,
        @Nullable Map<String, Double> failOn,
        @Nullable Long longestNanos,
        @Nullable Long addedWarmUpNanos,
        @Nullable Integer mostRounds,
        @Nullable Long p99Nanos,
        List<TransportRecord> transports,
        List<Cell> cells,
        List<Cell> baselines,
        @Nullable List<List<Integer>> turns,
        @Nullable MergedRuns merged,
        @Nullable RunTerms terms) {
    /** The schema version that this suite writes, and the only one it reads. */
    public static final int SCHEMA = 1;

    public static final String RECORD = "run";

    /** Maximum length of {@code turns}, which then takes a few MB. */
    private static final int MAX_TURNS = 1_000_000;

    public RunHeader {
        Objects.requireNonNull(run);
        transports = List.copyOf(transports);
        cells = List.copyOf(cells);
        baselines = List.copyOf(baselines);
        if (merged != null && merged.iterations().size() != cells.size()) {
            throw new IllegalArgumentException("%d numbers of iterations for %d cells"
                    .formatted(merged.iterations().size(), cells.size()));
        }
    }

    /** The header of a run that is about to begin; without terms it cannot be resumed. */
    public static RunHeader of(Plan plan, RunIdentity identity, @Nullable RunTerms terms) {
        Optional<StoppingRule.Precision> precision =
                plan.stopping() instanceof StoppingRule.Precision rule ? Optional.of(rule) : Optional.empty();
        Optional<GatedRounds> gated =
                plan.stopping() instanceof GatedRounds rule ? Optional.of(rule) : Optional.empty();
        Optional<ExtraTime> extra = plan.stopping() instanceof ExtraTime rule ? Optional.of(rule) : Optional.empty();
        return new RunHeader(
                RECORD,
                SCHEMA,
                identity,
                plan.seed(),
                plan.warmUpNanos(),
                plan.iterations(),
                precision
                        .map(StoppingRule.Precision::halfWidth)
                        .or(() -> gated.flatMap(
                                rule -> rule.halfWidth().stream().boxed().findFirst()))
                        .orElse(null),
                gated.map(rule -> Gate.byFigure(rule.gates())).orElse(null),
                terms == null ? null : terms.gates(),
                plan.stopping()
                        .timeLimit()
                        .or(() -> extra.map(ExtraTime::longest))
                        .map(Duration::toNanos)
                        .orElse(null),
                extra.map(ExtraTime::addedWarmUpNanos).orElse(null),
                plan.stopping() instanceof Elimination rule ? rule.maxRounds() : null,
                plan.bound().map(LatencyBound::nanos).orElse(null),
                plan.measured().stream()
                        .map(Cell::transport)
                        .distinct()
                        .map(TransportRecord::of)
                        .toList(),
                plan.cells(),
                plan.baselines(),
                plan.turnCount() > MAX_TURNS ? null : turns(plan),
                null,
                terms);
    }

    /** All that is measured: the cells of the report, and the baselines. */
    public List<Cell> measured() {
        return Stream.concat(cells.stream(), baselines.stream()).toList();
    }

    /** Reads a header. The transports of its cells describe what they were, and cannot measure. */
    public static RunHeader read(JsonObject json) {
        List<TransportRecord> recorded = List.of(new Gson().fromJson(json.get("transports"), TransportRecord[].class));
        recorded.forEach(RunHeader::complete);
        Map<String, Transport> transports = recorded.stream()
                .collect(Collectors.toMap(TransportRecord::id, TransportRecord::transport, (one, other) -> one));
        return complete(gson(transports).fromJson(json, RunHeader.class));
    }

    /** The record, which lacks nothing. */
    static <T extends Record> T complete(@Nullable T read) {
        String missing = read == null ? "everything" : MissingValue.in(read);
        if (read == null || !missing.isEmpty()) {
            throw new IllegalArgumentException("%s is missing, or unknown to this version".formatted(missing));
        }
        return read;
    }

    /** The header as the first line of a record. */
    public String json() {
        return gson(Map.of()).toJson(this);
    }

    /** Whether the cells of a plan would be recorded exactly as these are, including their feasibility on this machine. */
    public boolean describes(Plan plan) {
        Gson gson = gson(Map.of());
        return gson.toJsonTree(plan.cells()).equals(gson.toJsonTree(cells))
                && gson.toJsonTree(plan.baselines()).equals(gson.toJsonTree(baselines));
    }

    private static Gson gson(Map<String, Transport> transports) {
        return new GsonBuilder()
                .disableHtmlEscaping()
                .registerTypeAdapter(Cell.class, new CellJson(transports))
                .create();
    }

    /** The run's plan. Its cells describe what they were; none of them can be measured again. */
    public Plan plan() {
        return new Plan(cells, baselines, stopping(), bound(), warmUpNanos, seed);
    }

    /** The kinds of doubt that the user accepts. */
    public Set<Reason.Kind> accepted() {
        return run.accepted().stream()
                .flatMap(label -> Reason.Kind.labelled(label).stream())
                .collect(Collectors.toUnmodifiableSet());
    }

    /**
     * How much slower than the first variant the others may be.
     *
     * @throws IllegalArgumentException if this version does not know one of the figures
     */
    public List<Gate> judged() {
        if (failOn != null) {
            return Gate.of(failOn);
        }
        return terms == null ? List.of() : terms.judged();
    }

    /** Cells and baselines by their indexes. */
    public static Map<Cell, Integer> indexes(Plan plan) {
        List<Cell> cells = plan.measured();
        Map<Cell, Integer> indexes = new HashMap<>();
        for (int index = 0; index < cells.size(); index++) {
            indexes.putIfAbsent(cells.get(index), index);
        }
        return indexes;
    }

    private static List<List<Integer>> turns(Plan plan) {
        Map<Cell, Integer> indexes = indexes(plan);
        Map<Integer, List<Integer>> rounds = new TreeMap<>();
        for (Plan.Turn turn : plan.turns()) {
            rounds.computeIfAbsent(turn.iteration(), unused -> new ArrayList<>())
                    .add(indexes.getOrDefault(turn.cell(), 0));
        }
        return List.copyOf(rounds.values());
    }

    /** Whether every round has all cells. */
    public boolean hasWholeRounds() {
        return stopping().hasWholeRounds();
    }

    /** The bound of the latencies; empty if there is none. */
    Optional<LatencyBound> bound() {
        return Optional.ofNullable(p99Nanos).map(LatencyBound::new);
    }

    StoppingRule stopping() {
        if (mostRounds != null && p99Nanos != null) {
            Set<String> named = terms == null ? Set.of() : Set.copyOf(terms.named());
            return new Elimination(mostRounds, new LatencyBound(p99Nanos), named);
        }
        if (longestNanos == null) {
            return new StoppingRule.FixedRounds(rounds);
        }
        Duration longest = Duration.ofNanos(longestNanos);
        if (gates != null) {
            List<Gate> known = gates.entrySet().stream()
                    .flatMap(gate -> Gate.Figure.labelled(gate.getKey()).stream()
                            .map(figure -> new Gate(figure, gate.getValue())))
                    .toList();
            return new GatedRounds(
                    rounds, known, precision == null ? OptionalDouble.empty() : OptionalDouble.of(precision), longest);
        }
        if (precision != null) {
            return new StoppingRule.Precision(rounds, precision, longest);
        }
        return addedWarmUpNanos == null
                ? new StoppingRule.FixedRounds(rounds)
                : new ExtraTime(rounds, longest, addedWarmUpNanos);
    }

    /** Writes a cell to a record, and reads it: the values of its parts side by side in one object. */
    private static final class CellJson implements JsonSerializer<Cell>, JsonDeserializer<Cell> {
        /** May cite other programs with any characters, which the terminal replaces. */
        private static final String SENTENCE = "obstacle";

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
            Stream.of(
                            QuestionTerms.of(cell.workload()),
                            cell.workload().ownTerms(),
                            FeasibilityJson.of(cell.feasibility()))
                    .map(part -> gson.toJsonTree(part).getAsJsonObject())
                    .forEach(part -> part.asMap().forEach(json::add));
            cell.settings().write(json);
            return json;
        }

        @Override
        public Cell deserialize(JsonElement element, Type type, JsonDeserializationContext unused) {
            JsonObject json = element.getAsJsonObject();
            json.asMap().forEach((name, value) -> {
                if (!name.equals(SENTENCE)) {
                    requirePrintable(value);
                }
            });
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

        /** Some names are in objects within the cell, such as those of codecs and mixes. */
        private static void requirePrintable(JsonElement json) {
            if (json instanceof JsonObject object) {
                object.asMap().values().forEach(CellJson::requirePrintable);
            } else if (json instanceof JsonArray array) {
                array.forEach(CellJson::requirePrintable);
            } else if (json instanceof JsonPrimitive value && value.isString()) {
                RunTerms.requirePrintable(value.getAsString());
            }
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

        /** The type that {@link Workload#ownTerms} of the question's record returns. */
        private static Class<? extends QuestionTerms.Own> ownTerms(Question question) {
            Class<? extends Workload> asked = ControlProtocol.recordOf(question);
            try {
                return asked.getMethod("ownTerms").getReturnType().asSubclass(QuestionTerms.Own.class);
            } catch (NoSuchMethodException e) {
                throw new IllegalStateException(e);
            }
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
                        Optional.ofNullable(obstacle),
                        inFlight == null ? OptionalLong.empty() : OptionalLong.of(inFlight));
            }
        }
    }
}
