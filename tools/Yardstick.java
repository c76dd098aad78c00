import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Compares the suite with a plain C program over the same primitives, in alternating pairs of runs, and prints the
 * tables of docs/performance.md.
 *
 * <pre>
 * java tools/Yardstick.java throughput FLOOR PAIRS SIZES CLIENT_CPU,SERVER_CPU id=mechanism...
 * java tools/Yardstick.java latency    FLOOR PAIRS SIZES CLIENT_CPU,SERVER_CPU id=mechanism...
 * java tools/Yardstick.java agreement  FLOOR PAIRS SIZES CLIENT_CPU,SERVER_CPU id=mechanism...
 * </pre>
 *
 * FLOOR is the C program, called as {@code FLOOR MECHANISM thr|lat SIZE COUNT CPU CPU} and answering with one line whose
 * fifth word is nanoseconds a message. Every run takes about two seconds. {@code agreement} adds JMH's round trip.
 * Both jars have to be built: {@code mvn package -DskipTests}.
 */
public final class Yardstick {
    private static final double RUN_SECONDS = 2.1;
    private static final int CALIBRATION_MESSAGES = 2_000;
    private static final int ENOUGH_CALIBRATION_NANOS = 200_000_000;

    private final Path floor;
    private final Mode mode;
    private final String cpus;

    private Yardstick(Path floor, Mode mode, String cpus) {
        this.floor = floor;
        this.mode = mode;
        this.cpus = cpus;
    }

    private enum Mode {
        THROUGHPUT("thr", "throughput"),
        LATENCY("lat", "latency"),
        AGREEMENT("lat", "latency");

        private final String floorMode;
        private final String command;

        Mode(String floorMode, String command) {
            this.floorMode = floorMode;
            this.command = command;
        }
    }

    /** One pair of runs, in nanoseconds a message or round trip. */
    private record Pair(double suiteNanos, double floorNanos) {
        /** Above 1 the suite is better at streams, and worse at round trips. */
        double ratio(Mode mode) {
            return mode == Mode.THROUGHPUT ? floorNanos / suiteNanos : suiteNanos / floorNanos;
        }
    }

    public static void main(String[] arguments) throws IOException, InterruptedException {
        if (arguments.length < 6) {
            System.err.println("usage: java tools/Yardstick.java throughput|latency|agreement FLOOR PAIRS SIZES"
                    + " CLIENT_CPU,SERVER_CPU id=mechanism...");
            System.exit(2);
        }
        Mode mode = Mode.valueOf(arguments[0].toUpperCase(Locale.ROOT));
        int pairs = Integer.parseInt(arguments[2]);
        List<Integer> sizes = Stream.of(arguments[3].split(",")).map(Integer::valueOf).toList();
        Map<String, String> mechanisms = new LinkedHashMap<>();
        for (String argument : Arrays.asList(arguments).subList(5, arguments.length)) {
            String[] both = argument.split("=", 2);
            mechanisms.put(both[0], both.length > 1 ? both[1] : both[0]);
        }
        new Yardstick(Path.of(arguments[1]), mode, arguments[4]).compare(mechanisms, sizes, pairs);
    }

    private void compare(Map<String, String> mechanisms, List<Integer> sizes, int pairs)
            throws IOException, InterruptedException {
        PrintStream out = System.out;
        out.println(
                switch (mode) {
                    case THROUGHPUT -> "| transport | bytes | ratio | suite MiB/s, pair by pair | C MiB/s |\n|---|---|---|---|---|";
                    case LATENCY -> "| transport | bytes | ratio | suite µs, pair by pair | C µs |\n|---|---|---|---|---|";
                    case AGREEMENT -> "| transport | bytes | suite µs | JMH µs | C µs | suite/C | JMH/C |\n|---|---|---|---|---|---|---|";
                });
        List<Double> counted = new ArrayList<>();
        double worst = mode == Mode.THROUGHPUT ? Double.MAX_VALUE : 0;
        for (Map.Entry<String, String> transport : mechanisms.entrySet()) {
            for (int size : sizes) {
                long count = calibrate(transport.getValue(), size);
                List<Pair> measured = new ArrayList<>();
                for (int pair = 0; pair < pairs; pair++) {
                    double floorNanos = pair % 2 == 0 ? floor(transport.getValue(), size, count) : 0;
                    double suiteNanos = suite(transport.getKey(), size);
                    if (pair % 2 != 0) {
                        floorNanos = floor(transport.getValue(), size, count);
                    }
                    measured.add(new Pair(suiteNanos, floorNanos));
                }
                double ratio = median(measured.stream().map(pair -> pair.ratio(mode)).toList());
                if (mode == Mode.AGREEMENT) {
                    agreement(out, transport.getKey(), size, measured);
                } else {
                    measured.sort(Comparator.comparingDouble(pair -> pair.ratio(mode)));
                    out.printf(
                            Locale.ROOT,
                            "| `%s` | %d | %.2f | %s | %s |%n",
                            transport.getKey(),
                            size,
                            ratio,
                            figures(measured.stream().map(Pair::suiteNanos).toList(), size),
                            figures(measured.stream().map(Pair::floorNanos).toList(), size));
                }
                counted.add(mode == Mode.THROUGHPUT ? Math.min(1, ratio) : Math.max(1, ratio));
                worst = mode == Mode.THROUGHPUT ? Math.min(worst, ratio) : Math.max(worst, ratio);
            }
        }
        double logs = counted.stream().mapToDouble(Math::log).average().orElseThrow();
        out.printf(
                Locale.ROOT,
                "%nGeometric mean of %d ratios, each counted as at %s 1: %.3f; worst %.2f.%n",
                counted.size(),
                mode == Mode.THROUGHPUT ? "most" : "least",
                Math.exp(logs),
                worst);
    }

    private void agreement(PrintStream out, String transport, int size, List<Pair> measured)
            throws IOException, InterruptedException {
        double suite = median(measured.stream().map(Pair::suiteNanos).toList());
        double plain = median(measured.stream().map(Pair::floorNanos).toList());
        double jmh = jmh(transport, size);
        out.printf(
                Locale.ROOT,
                "| `%s` | %d | %.2f | %.2f | %.2f | %.2f | %.2f |%n",
                transport,
                size,
                suite / 1e3,
                jmh / 1e3,
                plain / 1e3,
                suite / plain,
                jmh / plain);
    }

    private String figures(List<Double> nanos, int size) {
        return String.join(
                " ",
                nanos.stream()
                        .map(each -> mode == Mode.THROUGHPUT
                                ? String.format(Locale.ROOT, "%.0f", size / each * 1e9 / (1 << 20))
                                : String.format(Locale.ROOT, "%.2f", each / 1e3))
                        .toList());
    }

    /** How many messages the C program moves in the time of a run. */
    private long calibrate(String mechanism, int size) throws IOException, InterruptedException {
        long count = CALIBRATION_MESSAGES;
        while (true) {
            double nanos = floor(mechanism, size, count);
            if (nanos * count >= ENOUGH_CALIBRATION_NANOS) {
                return (long) (RUN_SECONDS * 1e9 / nanos);
            }
            count *= 4;
        }
    }

    private double floor(String mechanism, int size, long count) throws IOException, InterruptedException {
        String[] cpu = cpus.split(",");
        String line = run(List.of(
                floor.toAbsolutePath().toString(),
                mechanism,
                mode.floorMode,
                Integer.toString(size),
                Long.toString(count),
                cpu[0],
                cpu[1]));
        return Double.parseDouble(line.strip().split("\\s+")[4]);
    }

    private double suite(String transport, int size) throws IOException, InterruptedException {
        Path output = Files.createTempDirectory("yardstick-");
        try {
            run(List.of(
                    java(),
                    "-jar",
                    "target/ipc-benchmarktest.jar",
                    mode.command,
                    "-t",
                    transport,
                    "-s",
                    Integer.toString(size),
                    "-i",
                    "1",
                    "--no-baseline",
                    "--duration",
                    "2s",
                    "--placement",
                    "cpu:" + cpus,
                    "-o",
                    output.toString()));
            List<String> table = Files.readAllLines(output.resolve("output.csv"));
            int column = Arrays.asList(table.get(0).split(",")).indexOf("AvgMessagesPerSecond");
            return 1e9 / Double.parseDouble(table.get(1).split(",")[column]);
        } finally {
            try (Stream<Path> files = Files.walk(output)) {
                for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                    Files.delete(file);
                }
            }
        }
    }

    /** The median of the fork that was disturbed least: JMH pins nothing, and two sides that spin may share a CPU for a while. */
    private double jmh(String transport, int size) throws IOException, InterruptedException {
        String[] cpu = cpus.split(",");
        String text = run(List.of(
                "taskset",
                "-c",
                cpu[0].equals(cpu[1]) ? cpu[0] : cpus,
                java(),
                "-jar",
                "jmh-benchmarks/target/benchmarks.jar",
                "RoundTripBenchmark",
                "-f",
                "3",
                "-wi",
                "3",
                "-i",
                "3",
                "-w",
                "1",
                "-r",
                "1",
                "-p",
                "transport=" + transport,
                "-p",
                "size=" + size));
        Pattern iteration = Pattern.compile("(?m)^Iteration\\s+\\d+: ([\\d.]+) ns/op");
        double least = Double.MAX_VALUE;
        for (String fork : text.split("(?m)^# Fork: ")) {
            List<Double> scores = new ArrayList<>();
            Matcher score = iteration.matcher(fork);
            while (score.find()) {
                scores.add(Double.parseDouble(score.group(1)));
            }
            if (!scores.isEmpty()) {
                least = Math.min(least, median(scores));
            }
        }
        return least;
    }

    private static String java() {
        return Path.of(System.getProperty("java.home"), "bin", "java").toString();
    }

    private static String run(List<String> command) throws IOException, InterruptedException {
        Process process = new ProcessBuilder(command)
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
        StringBuilder text = new StringBuilder();
        try (BufferedReader reader =
                new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8))) {
            for (String line = reader.readLine(); line != null; line = reader.readLine()) {
                text.append(line).append('\n');
            }
        }
        if (process.waitFor() != 0) {
            throw new IOException("failed with exit code %d: %s".formatted(process.exitValue(), String.join(" ", command)));
        }
        return text.toString();
    }

    private static double median(List<Double> values) {
        List<Double> sorted = values.stream().sorted().toList();
        int middle = sorted.size() / 2;
        return sorted.size() % 2 == 1 ? sorted.get(middle) : (sorted.get(middle - 1) + sorted.get(middle)) / 2;
    }
}
