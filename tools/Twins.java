import com.google.gson.Gson;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.commons.statistics.distribution.TDistribution;
import org.ipcbench.analysis.statistics.Comparison;
import org.ipcbench.measure.result.Measurement;

/**
 * Says how often the suite tells transports apart. Runs with many rounds are cut into groups of a few, and each two
 * transports are compared in each group as in a run of its own.
 *
 * <pre>
 * java -cp target/ipc-benchmarktest.jar tools/Twins.java RUN_DIRECTORY... ITERATIONS
 * </pre>
 *
 * Compares each two transports of each run whose ids begin with {@code twin-}, those of samples/twins, for every size and
 * placement apart. Prints, as Markdown: number of groups, in how many the two were told apart, the mean ratio of their rates,
 * the standard deviation of the logarithm of a round's ratio, and how many rounds theory asks for to find 10 % in nine of ten
 * groups with such a deviation.
 */
public final class Twins {
    private static final String PREFIX = "twin-";

    /** What tells the cells of a transport apart. */
    private static final List<String> KEYS = List.of("workload", "sizeBytes", "bufferSizeBytes", "placement", "payload");

    private static final int MIN_ROUNDS = 3;
    private static final int MAX_ROUNDS = 10_000;
    private static final double DIFFERENCE = 0.1;
    private static final double CONFIDENCE = 0.975; // two-sided 95 %
    private static final double POWER = 0.9;

    private final Map<String, Pairs> pairs = new LinkedHashMap<>();
    private final Set<String> compared = new TreeSet<>();
    private final Gson gson = new Gson();
    private final int iterations;

    private Twins(int iterations) {
        this.iterations = iterations;
    }

    /** What came of the groups of one cell of either twin. */
    private static final class Pairs {
        private final List<Comparison> comparisons = new ArrayList<>();
        private final List<Double> logarithms = new ArrayList<>();

        void add(List<Integer> rounds, NavigableMap<Integer, Double> first, NavigableMap<Integer, Double> second) {
            Comparison.paired(of(rounds, first), of(rounds, second)).ifPresent(comparisons::add);
            rounds.forEach(round -> logarithms.add(Math.log(first.get(round) / second.get(round))));
        }

        void add(Pairs other) {
            comparisons.addAll(other.comparisons);
            logarithms.addAll(other.logarithms);
        }

        String row(String name, int iterations) {
            long apart = comparisons.stream()
                    .flatMap(comparison -> comparison.interval().stream())
                    .filter(interval -> !interval.contains(1))
                    .count();
            double mean = logs().average().orElseThrow();
            double squares = logs().map(each -> (each - mean) * (each - mean)).sum();
            double deviation = Math.sqrt(squares / (logarithms.size() - 1));
            OptionalInt needed = roundsNeeded(deviation);
            return String.format(
                    Locale.ROOT,
                    "| %s | %d | %d | %d | %.1f %% | %.3f | %.3f | %s |",
                    name,
                    iterations,
                    comparisons.size(),
                    apart,
                    100.0 * apart / comparisons.size(),
                    Math.exp(mean),
                    deviation,
                    needed.isPresent() ? needed.getAsInt() : "more than " + MAX_ROUNDS);
        }

        private DoubleStream logs() {
            return logarithms.stream().mapToDouble(Double::doubleValue);
        }

        private static NavigableMap<Integer, Double> of(List<Integer> rounds, NavigableMap<Integer, Double> rates) {
            return new TreeMap<>(rounds.stream().collect(Collectors.toMap(round -> round, rates::get)));
        }

        private static OptionalInt roundsNeeded(double deviation) {
            double scatters = Math.log(1 + DIFFERENCE) / deviation;
            return IntStream.rangeClosed(MIN_ROUNDS, MAX_ROUNDS)
                    .filter(rounds -> {
                        TDistribution t = TDistribution.of(rounds - 1);
                        double distance = t.inverseCumulativeProbability(CONFIDENCE) + t.inverseCumulativeProbability(POWER);
                        return Math.sqrt(rounds) * scatters >= distance;
                    })
                    .findFirst();
        }
    }

    public static void main(String[] arguments) throws IOException {
        if (arguments.length < 2) {
            System.err.println(
                    "usage: java -cp target/ipc-benchmarktest.jar tools/Twins.java RUN_DIRECTORY... ITERATIONS");
            System.exit(2);
        }
        int last = arguments.length - 1;
        int iterations = Integer.parseInt(arguments[last]);
        if (iterations < MIN_ROUNDS) {
            System.err.printf("ITERATIONS must be at least %d, was %d%n", MIN_ROUNDS, iterations);
            System.exit(2);
        }
        Twins twins = new Twins(iterations);
        for (String directory : Arrays.asList(arguments).subList(0, last)) {
            twins.read(Path.of(directory));
        }
        twins.print();
    }

    private void read(Path directory) throws IOException {
        Map<String, Map<String, NavigableMap<Integer, Double>>> rates = new LinkedHashMap<>();
        for (String line : Files.readAllLines(directory.resolve("results.jsonl"))) {
            JsonObject iteration = JsonParser.parseString(line).getAsJsonObject();
            if (!iteration.has("measurement") || isSuperseded(iteration)) {
                continue;
            }
            String transport = iteration.get("transport").getAsString();
            if (transport.startsWith(PREFIX)) {
                Measurement measurement = gson.fromJson(iteration.get("measurement"), Measurement.class);
                rates.computeIfAbsent(cell(iteration), unused -> new TreeMap<>())
                        .computeIfAbsent(transport, unused -> new TreeMap<>())
                        .put(iteration.get("iteration").getAsInt(), measurement.messagesPerSecond());
            }
        }
        if (rates.isEmpty()) {
            throw new IOException("%s has no measurements of transports called %s*".formatted(directory, PREFIX));
        }
        rates.forEach((cell, twins) -> compare(directory, cell, twins));
    }

    /** Whether the round was disturbed and has been measured again. */
    private static boolean isSuperseded(JsonObject iteration) {
        return iteration.has("superseded") && iteration.get("superseded").getAsBoolean();
    }

    private static String cell(JsonObject iteration) {
        return KEYS.stream()
                .flatMap(key -> Optional.ofNullable(iteration.get(key))
                        .map(JsonElement::getAsString)
                        .map(value -> key.endsWith("Bytes") ? value + " bytes" : value)
                        .stream())
                .collect(Collectors.joining(", "));
    }

    private void compare(Path directory, String cell, Map<String, NavigableMap<Integer, Double>> twins) {
        if (twins.size() < 2) {
            throw new IllegalArgumentException(
                    "%s has %s alone where transports are to be compared".formatted(directory, twins.keySet()));
        }
        List<String> ids = List.copyOf(twins.keySet());
        String all = ids.size() == 2 ? String.join(" ÷ ", ids) : "each two of " + String.join(" ", ids);
        compared.add(all);
        Pairs found = pairs.computeIfAbsent(all + ", " + cell, unused -> new Pairs());
        for (int i = 0; i < ids.size(); i++) {
            for (String other : ids.subList(i + 1, ids.size())) {
                compare(twins.get(ids.get(i)), twins.get(other), found);
            }
        }
    }

    private void compare(NavigableMap<Integer, Double> first, NavigableMap<Integer, Double> second, Pairs found) {
        List<Integer> common = first.keySet().stream().filter(second::containsKey).toList();
        for (int begin = 0; begin + iterations <= common.size(); begin += iterations) {
            found.add(common.subList(begin, begin + iterations), first, second);
        }
    }

    private void print() {
        Map<String, Pairs> rows = new LinkedHashMap<>(pairs);
        rows.values().removeIf(each -> each.comparisons.isEmpty());
        if (rows.isEmpty()) {
            System.err.printf("no run has as many as %d rounds%n", iterations);
            System.exit(1);
        }
        if (rows.size() > 1 && compared.size() == 1) {
            Pairs all = new Pairs();
            rows.values().forEach(all::add);
            rows.put(compared.iterator().next() + ", all", all);
        }
        Stream.concat(
                        Stream.of(
                                "| compared | iterations | pairs | told apart | share | mean ratio | deviation | for 10 % |",
                                "| --- | --- | --- | --- | --- | --- | --- | --- |"),
                        rows.entrySet().stream().map(row -> row.getValue().row(row.getKey(), iterations)))
                .forEach(System.out::println);
    }
}
