package org.ipcbench.compare;

import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParseException;
import com.google.gson.JsonParser;
import java.io.IOException;
import java.io.Reader;
import java.nio.charset.MalformedInputException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.ipcbench.results.UnreadableRunException;

/** A result file of JMH, as {@code -rf json} writes it, as one side of a comparison. */
final class JmhFile {
    private static final String BENCHMARK = "benchmark";
    private static final String MODE = "mode";

    /** The only mode whose score is a rate; the scores of all other modes are times. */
    private static final String THROUGHPUT = "thrpt";

    /** Conditions that the file repeats for each benchmark. */
    private static final List<String> CONDITIONS =
            List.of("jmhVersion", "jdkVersion", "vmName", "vmVersion", "jvmArgs", "warmupIterations", "warmupTime");

    /** With this number of forks or more, each fork yields one value, because iterations of one fork agree more than forks do. */
    private static final int ENOUGH_FORKS = 3;

    private final Path file;
    private final Map<String, Set<String>> conditions = new LinkedHashMap<>();
    private final List<String> fewForks = new ArrayList<>();

    private JmhFile(Path file) {
        this.file = file;
    }

    static Side read(Path file) throws IOException {
        return new JmhFile(file).side();
    }

    private Side side() throws IOException {
        List<MeasuredCell> cells = new ArrayList<>();
        try (Reader text = Files.newBufferedReader(file)) {
            for (JsonElement benchmark : JsonParser.parseReader(text).getAsJsonArray()) {
                cells.add(cell(benchmark.getAsJsonObject()));
            }
        } catch (JsonParseException
                | IllegalStateException
                | UnsupportedOperationException
                | NumberFormatException
                | IndexOutOfBoundsException
                | MalformedInputException e) {
            String why = String.valueOf(e.getMessage()).lines().findFirst().orElse("");
            throw new UnreadableRunException("%s is not a JMH result in JSON (-rf json): %s".formatted(file, why), e);
        }
        Map<String, String> agreed = new LinkedHashMap<>();
        conditions.forEach((name, values) -> agreed.put(name, String.join(" or ", values)));
        String description = "JMH %s, JDK %s, time and machine unknown"
                .formatted(agreed.getOrDefault("jmhVersion", "?"), agreed.getOrDefault("jdkVersion", "?"));
        return new Side(
                file.toString(),
                Side.Source.JMH,
                new Origin(file.toRealPath().toString(), "", "", Optional.empty(), description),
                agreed,
                cells,
                fewForks.isEmpty()
                        ? List.of()
                        : List.of(
                                "%s: %d of %d benchmarks have fewer than %d forks; iterations within a fork agree more than forks do, so differences may look more certain than they are; use -f %d"
                                        .formatted(file, fewForks.size(), cells.size(), ENOUGH_FORKS, ENOUGH_FORKS)));
    }

    private MeasuredCell cell(JsonObject benchmark) {
        for (String name : CONDITIONS) {
            if (benchmark.has(name)) {
                conditions
                        .computeIfAbsent(name, unused -> new LinkedHashSet<>())
                        .add(text(benchmark.get(name)));
            }
        }
        String mode = required(benchmark, MODE).getAsString();
        CellKey key = key(benchmark, mode);
        JsonObject metric = required(benchmark, "primaryMetric").getAsJsonObject();
        NavigableMap<Integer, Double> speeds = new TreeMap<>();
        for (double score : scores(metric, key)) {
            speeds.put(speeds.size() + 1, mode.equals(THROUGHPUT) ? score : 1 / score);
        }
        boolean measured = speeds.values().stream().allMatch(speed -> speed > 0 && Double.isFinite(speed));
        return new MeasuredCell(
                key,
                OptionalDouble.of(required(metric, "score").getAsDouble()),
                required(metric, "scoreUnit").getAsString(),
                Map.of(),
                measured ? speeds : new TreeMap<>(),
                "threads " + text(required(benchmark, "threads")),
                "%s forks of %s iterations of %s"
                        .formatted(
                                text(required(benchmark, "forks")),
                                text(required(benchmark, "measurementIterations")),
                                text(required(benchmark, "measurementTime"))),
                "",
                measured ? "" : "a score is not above zero");
    }

    private static CellKey key(JsonObject benchmark, String mode) {
        Map<String, String> properties = new LinkedHashMap<>();
        properties.put(BENCHMARK, required(benchmark, BENCHMARK).getAsString());
        if (benchmark.has("params")) {
            required(benchmark, "params")
                    .getAsJsonObject()
                    .entrySet()
                    .forEach(parameter -> properties.putIfAbsent(
                            parameter.getKey(), parameter.getValue().getAsString()));
        }
        properties.put(MODE, mode);
        return new CellKey(properties);
    }

    /** A score for each fork; if there are few forks, a score for each iteration. */
    private List<Double> scores(JsonObject metric, CellKey key) {
        boolean sampled = metric.has("rawDataHistogram");
        List<Double> means = new ArrayList<>();
        List<Double> all = new ArrayList<>();
        for (JsonElement fork :
                required(metric, sampled ? "rawDataHistogram" : "rawData").getAsJsonArray()) {
            List<Double> ofFork = new ArrayList<>();
            for (JsonElement iteration : fork.getAsJsonArray()) {
                ofFork.add(sampled ? mean(iteration.getAsJsonArray()) : iteration.getAsDouble());
            }
            ofFork.stream().mapToDouble(Double::doubleValue).average().ifPresent(means::add);
            all.addAll(ofFork);
        }
        if (means.size() >= ENOUGH_FORKS) {
            return means;
        }
        fewForks.add(key.text());
        return all;
    }

    /** Mean of sampled times, each with the number of its samples. */
    private static double mean(JsonArray histogram) {
        double total = 0;
        double count = 0;
        for (JsonElement entry : histogram) {
            double times = entry.getAsJsonArray().get(1).getAsDouble();
            total += entry.getAsJsonArray().get(0).getAsDouble() * times;
            count += times;
        }
        return total / count;
    }

    private static JsonElement required(JsonObject object, String name) {
        JsonElement value = object.get(name);
        if (value == null) {
            throw new JsonParseException("a benchmark lacks '%s'".formatted(name));
        }
        return value;
    }

    private static String text(JsonElement value) {
        if (value instanceof JsonArray list) {
            return list.asList().stream().map(JmhFile::text).collect(Collectors.joining(" "));
        }
        return value.isJsonPrimitive() ? value.getAsString() : value.toString();
    }
}
