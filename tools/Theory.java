import com.opencsv.CSVReaderHeaderAware;
import com.opencsv.exceptions.CsvValidationException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

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
 * s. The wait is added to the mean latency of the lowest rate of {@code load}, at which hardly any call waits; it contains what it
 * costs to wake an idle pair.
 */
public final class Theory {
    private static final double MICROS_PER_SECOND = 1e6;

    private final List<Map<String, String>> rows = new ArrayList<>();

    private Theory() {}

    public static void main(String[] args) throws IOException, CsvValidationException {
        if (args.length == 0) {
            System.err.println("usage: Theory RUN_DIRECTORY...");
            System.exit(2);
        }
        Theory theory = new Theory();
        for (String run : args) {
            theory.read(Path.of(run, "output.csv"));
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
        System.out.println("| transport | placement | calls/s | load | mean us | by M/D/1 | measured ÷ theory |");
        System.out.println("| --- | --- | --- | --- | --- | --- | --- |");
        rows.stream().filter(row -> isOf(row, "calls")).forEach(row -> service(row)
                .ifPresent(serviceMicros -> {
                    double rate = offered(row);
                    double load = rate * serviceMicros / MICROS_PER_SECOND;
                    double mean = value(row, "LatencyMeanMicros").orElse(Double.NaN);
                    double theory = idleMicros(row) + load * serviceMicros / (2 * (1 - load));
                    System.out.printf(
                            Locale.ROOT,
                            "| `%s` | %s | %.0f | %.2f | %.1f | %.1f | %.2f |%n",
                            row.get("Transport"),
                            row.get("Placement"),
                            rate,
                            load,
                            mean,
                            theory,
                            mean / theory);
                }));
    }

    /** The mean time of the same call back to back, in microseconds. */
    private Optional<Double> service(Map<String, String> load) {
        return rows.stream()
                .filter(row -> isOf(row, "latency") && isLike(row, load))
                .findFirst()
                .flatMap(row -> value(row, "AvgMessagesPerSecond"))
                .map(rate -> MICROS_PER_SECOND / rate);
    }

    /** The mean latency at the lowest rate, in microseconds. */
    private double idleMicros(Map<String, String> load) {
        return rows.stream()
                .filter(row -> isOf(row, "calls") && isLike(row, load))
                .min((one, other) -> Double.compare(offered(one), offered(other)))
                .flatMap(row -> value(row, "LatencyMeanMicros"))
                .orElse(Double.NaN);
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
