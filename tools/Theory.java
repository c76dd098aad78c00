import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import com.opencsv.CSVReaderHeaderAware;
import com.opencsv.exceptions.CsvValidationException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Base64;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.zip.DataFormatException;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramIterationValue;

/**
 * Compares runs with queueing theory.
 *
 * <pre>
 * java -cp target/ipc-benchmarktest.jar tools/Theory.java RUN_DIRECTORY...
 * </pre>
 *
 * Prints two tables as Markdown. By Little's law, rate times mean latency is the number of requests under way, for every cell of
 * {@code latency}. By the formula of Pollaczek and Khinchine for M/D/1, a call that comes at random waits on average
 * ρ·s ÷ 2(1 − ρ) for those before it: s is the mean round trip of the same call back to back ({@code latency}), ρ the rate times
 * s. The lowest rate of {@code load} says what a call takes besides, such as waking an idle pair: its mean latency without the wait
 * that the formula gives for that rate.
 *
 * <p>The formula knows no stalls of the machine. If n stalls of mean square E[S²] were seen in a time T, they delay a call by
 * E[S²]·n ÷ 2T ÷ (1 − ρ) on average, of either peer's CPU: the calls that come during a stall, and those that then wait behind them.
 * The table says by how much more that is than at the lowest rate, and what neither explains. Stalls are those of all runs with the
 * same placement, because few are seen in one.
 */
public final class Theory {
    private static final double MICROS_PER_SECOND = 1e6;
    private static final double NANOS_PER_MICRO = 1e3;

    private final List<Map<String, String>> rows = new ArrayList<>();

    /** By placement, then by the circumstances of the peer that saw them. */
    private final Map<String, Map<String, Stalls>> stalls = new HashMap<>();

    /** What was seen of the stalls of one peer's CPU. */
    private static final class Stalls {
        private double observedNanos;
        private double squares;

        void add(JsonObject seen) throws DataFormatException {
            byte[] lengths = Base64.getDecoder().decode(seen.get("lengths").getAsString());
            observedNanos += seen.get("observedNanos").getAsDouble();
            Histogram histogram = Histogram.decodeFromCompressedByteBuffer(ByteBuffer.wrap(lengths), 0);
            for (HistogramIterationValue each : histogram.recordedValues()) {
                squares += each.getCountAddedInThisIterationStep()
                        * Math.pow(histogram.medianEquivalentValue(each.getValueIteratedTo()), 2);
            }
        }

        /** By which they delay what comes at random, on average. */
        double delayMicros() {
            return observedNanos == 0 ? 0 : squares / (2 * observedNanos) / NANOS_PER_MICRO;
        }
    }

    private Theory() {}

    public static void main(String[] args) throws IOException, CsvValidationException, DataFormatException {
        if (args.length == 0) {
            System.err.println("usage: Theory RUN_DIRECTORY...");
            System.exit(2);
        }
        Theory theory = new Theory();
        for (String run : args) {
            theory.read(Path.of(run, "output.csv"));
            theory.readStalls(Path.of(run, "results.jsonl"));
        }
        theory.printLittle();
        System.out.println();
        theory.printQueue();
    }

    private void read(Path csv) throws IOException, CsvValidationException {
        try (CSVReaderHeaderAware reader = new CSVReaderHeaderAware(Files.newBufferedReader(csv))) {
            Map<String, String> row = reader.readMap();
            while (row != null) {
                rows.add(row);
                row = reader.readMap();
            }
        }
    }

    private void readStalls(Path record) throws IOException, DataFormatException {
        for (String line : Files.readAllLines(record)) {
            JsonObject entry = JsonParser.parseString(line).getAsJsonObject();
            if (!entry.get("record").getAsString().equals("iteration") || !entry.has("measurement")) {
                continue;
            }
            for (String peer : List.of("clientCircumstances", "serverCircumstances")) {
                JsonElement circumstances = entry.getAsJsonObject("measurement").get(peer);
                if (circumstances != null && circumstances.getAsJsonObject().has("stalls")) {
                    stalls.computeIfAbsent(entry.get("placement").getAsString(), unused -> new HashMap<>())
                            .computeIfAbsent(peer, unused -> new Stalls())
                            .add(circumstances.getAsJsonObject().getAsJsonObject("stalls"));
                }
            }
        }
    }

    private void printLittle() {
        System.out.println("| transport | placement | depth | calls/s | mean us | rate × mean ÷ depth |");
        System.out.println("| --- | --- | --- | --- | --- | --- |");
        rows.stream().filter(row -> isOf(row, "latency")).forEach(row -> {
            double depth = value(row, "Depth").orElse(1.0);
            double rate = value(row, "AvgMessagesPerSecond").orElse(Double.NaN);
            double mean = value(row, "LatencyMeanMicros").orElse(Double.NaN);
            System.out.printf(
                    Locale.ROOT,
                    "| `%s` | %s | %.0f | %.0f | %.2f | %.3f |%n",
                    row.get("Transport"),
                    row.get("Placement"),
                    depth,
                    rate,
                    mean,
                    rate * mean / MICROS_PER_SECOND / depth);
        });
    }

    private void printQueue() {
        System.out.println("| transport | placement | calls/s | load | mean us | by M/D/1 | measured ÷ theory | by stalls, us"
                + " | unexplained, us | unexplained ÷ theory |");
        System.out.println("| --- | --- | --- | --- | --- | --- | --- | --- | --- | --- |");
        rows.stream().filter(row -> isOf(row, "calls")).forEach(row -> service(row)
                .ifPresent(serviceMicros -> {
                    Map<String, String> lowest = lowest(row);
                    double load = offered(row) * serviceMicros / MICROS_PER_SECOND;
                    double least = offered(lowest) * serviceMicros / MICROS_PER_SECOND;
                    double mean = mean(row);
                    double theory = mean(lowest) + waitMicros(load, serviceMicros) - waitMicros(least, serviceMicros);
                    double stalled = stallMicros(row) * (1 / (1 - load) - 1 / (1 - least));
                    double unexplained = mean - theory - stalled;
                    System.out.printf(
                            Locale.ROOT,
                            "| `%s` | %s | %.0f | %.2f | %.1f | %.1f | %.2f | %.1f | %.1f | %.2f |%n",
                            row.get("Transport"),
                            row.get("Placement"),
                            offered(row),
                            load,
                            mean,
                            theory,
                            mean / theory,
                            stalled,
                            unexplained,
                            unexplained / theory);
                }));
    }

    private static double waitMicros(double load, double serviceMicros) {
        return load * serviceMicros / (2 * (1 - load));
    }

    /** What the stalls of both CPUs would cost a call at hardly any load. */
    private double stallMicros(Map<String, String> row) {
        return stalls.getOrDefault(row.get("Placement"), Map.of()).values().stream()
                .mapToDouble(Stalls::delayMicros)
                .sum();
    }

    /** The mean time of the same call back to back, in microseconds. */
    private Optional<Double> service(Map<String, String> load) {
        return rows.stream()
                .filter(row -> isOf(row, "latency") && isLike(row, load))
                .findFirst()
                .flatMap(row -> value(row, "AvgMessagesPerSecond"))
                .map(rate -> MICROS_PER_SECOND / rate);
    }

    /** The same call at the lowest rate. */
    private Map<String, String> lowest(Map<String, String> load) {
        return rows.stream()
                .filter(row -> isOf(row, "calls") && isLike(row, load))
                .min(Comparator.comparingDouble(Theory::offered))
                .orElseThrow();
    }

    private static double mean(Map<String, String> row) {
        return value(row, "LatencyMeanMicros").orElse(Double.NaN);
    }

    private static double offered(Map<String, String> row) {
        return value(row, "OfferedMessagesPerSecond").orElse(Double.NaN);
    }

    private static boolean isLike(Map<String, String> one, Map<String, String> other) {
        return List.of("Transport", "Placement", "PacketSize", "AnswerSize", "WorkMicros", "Depth").stream()
                .allMatch(column -> one.get(column).equals(other.get(column)));
    }

    private static boolean isOf(Map<String, String> row, String question) {
        return row.get("Workload").equals(question) && row.get("Status").equals("measured");
    }

    private static Optional<Double> value(Map<String, String> row, String column) {
        return Optional.of(row.get(column)).filter(text -> !text.isEmpty()).map(Double::valueOf);
    }
}
