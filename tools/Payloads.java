import com.google.gson.Gson;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import org.ipcbench.analysis.statistics.Comparison;
import org.ipcbench.measure.result.Measurement;

/**
 * Says what writing and reading every byte costs, from runs with {@code --payload touched} and {@code --payload full} in turn.
 *
 * <pre>
 * java -cp target/ipc-benchmarktest.jar tools/Payloads.java RUN_DIRECTORY...
 * </pre>
 *
 * The first run of either kind is the first round, and so on. Prints, as Markdown, for each transport and size the mean time of
 * a message with either payload, and how many times as long it takes with the full one, with its 95 % interval.
 */
public final class Payloads {
    private static final String TOUCHED = "touched";
    private static final String FULL = "full";

    private final Map<String, Map<String, NavigableMap<Integer, Double>>> rates = new TreeMap<>();
    private final Map<String, Integer> rounds = new TreeMap<>();
    private final Gson gson = new Gson();

    private Payloads() {}

    public static void main(String[] arguments) throws IOException {
        if (arguments.length < 2) {
            System.err.println("usage: java -cp target/ipc-benchmarktest.jar tools/Payloads.java RUN_DIRECTORY...");
            System.exit(2);
        }
        Payloads payloads = new Payloads();
        for (String directory : arguments) {
            payloads.read(Path.of(directory));
        }
        payloads.print();
    }

    private void read(Path directory) throws IOException {
        List<JsonObject> iterations = Files.readAllLines(directory.resolve("results.jsonl")).stream()
                .map(line -> JsonParser.parseString(line).getAsJsonObject())
                .filter(iteration -> iteration.has("measurement") && !isBaseline(iteration))
                .toList();
        if (iterations.isEmpty()) {
            throw new IOException(directory + " has no measurements");
        }
        String payload = text(iterations.get(0), "payload");
        int round = rounds.merge(payload, 1, Integer::sum);
        for (JsonObject iteration : iterations) {
            String cell = "`%s` | %s | %s | %8s"
                    .formatted(
                            text(iteration, "transport"),
                            text(iteration, "workload"),
                            text(iteration, "placement"),
                            text(iteration, "sizeBytes"));
            Measurement measurement = gson.fromJson(iteration.get("measurement"), Measurement.class);
            Double earlier = rates.computeIfAbsent(cell, unused -> new TreeMap<>())
                    .computeIfAbsent(payload, unused -> new TreeMap<>())
                    .putIfAbsent(round, measurement.messagesPerSecond());
            if (earlier != null) {
                throw new IllegalArgumentException(directory + " has several iterations of a cell; measure with -i 1");
            }
        }
    }

    /** Whether the iteration has no row of its own in the results. */
    private static boolean isBaseline(JsonObject iteration) {
        return iteration.has("part") && text(iteration, "part").equals("baseline");
    }

    private static String text(JsonObject iteration, String key) {
        return iteration.get(key).getAsString();
    }

    private void print() {
        System.out.println("| transport | question | placement | bytes | touched µs | full µs | full ÷ touched |");
        System.out.println("| --- | --- | --- | --- | --- | --- | --- |");
        rates.forEach((cell, ofPayload) -> {
            NavigableMap<Integer, Double> touched = ofPayload.getOrDefault(TOUCHED, new TreeMap<>());
            NavigableMap<Integer, Double> full = ofPayload.getOrDefault(FULL, new TreeMap<>());
            Comparison.paired(touched, full)
                    .ifPresent(comparison -> System.out.printf(
                            Locale.ROOT,
                            "| %s | %.3f | %.3f | %s |%n",
                            cell,
                            micros(touched),
                            micros(full),
                            ratio(comparison)));
        });
    }

    private static double micros(NavigableMap<Integer, Double> rates) {
        return 1e6 / rates.values().stream().mapToDouble(Double::doubleValue).average().orElseThrow();
    }

    private static String ratio(Comparison comparison) {
        return comparison.interval().isPresent()
                ? String.format(
                        Locale.ROOT,
                        "%.2f (%.2f–%.2f)",
                        comparison.ratio(),
                        comparison.interval().get().low(),
                        comparison.interval().get().high())
                : String.format(Locale.ROOT, "%.2f", comparison.ratio());
    }
}
