import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.Collections;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.ToDoubleFunction;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Compares the suite with a plain C program over the same primitives, in alternating runs, and prints the tables of
 * docs/performance.md. Run it where the sources are, after {@code mvn package -DskipTests}; needs {@code cc}.
 *
 * <pre>
 * java tools/Yardstick.java throughput|latency|agreement|load PAIRS SIZES CLIENT_CPU,SERVER_CPU [OPTION...] id[=mechanism]...
 *   --rate N,...   messages a second, for load
 *   --in-flight N  requests under way, for latency (1)
 *   --by WHAT      tell the suite count, volume or time (time); volume is for throughput only
 *   --threads      load: also what each thread had and waited for, by the kernel's account; looking disturbs
 *   --csv FILE     appends every figure to FILE
 *   --jar FILE     the suite's jar (target/ipc-benchmarktest.jar); several are compared with C and with the first one
 *   --one-thread   C has no second thread
 *   --time SECONDS of each run (2; load 5; by count or volume 0.45, as C needs them)
 * </pre>
 *
 * Compiles {@code tools/yardstick/yardstick.c}, which says what its mechanisms are; a mechanism is the transport's id unless
 * given. {@code agreement} adds JMH's round trip. A message beyond the kernel's limit for a mechanism is left out.
 */
public final class Yardstick {
    private static final String USAGE = "usage: java tools/Yardstick.java throughput|latency|agreement|load PAIRS SIZES"
            + " CLIENT_CPU,SERVER_CPU [--rate N,...] [--in-flight N] [--by count|volume|time] [--threads] [--csv FILE] [--jar FILE]..."
            + " [--one-thread] [--time SECONDS] id[=mechanism]...";
    private static final Path SOURCE = Path.of("tools", "yardstick", "yardstick.c");
    private static final Path JAR = Path.of("target", "ipc-benchmarktest.jar");
    private static final String C = "C";
    private static final String CSV_HEADER = "mode,transport,bytes,rate,pair,program,figure,value";
    private static final int CALIBRATION_MESSAGES = 2_000;
    private static final int ENOUGH_CALIBRATION_NANOS = 200_000_000;
    private static final int LATE_NANOS = 200_000;

    /** Of a run by count or volume: a short one. */
    private static final double COUNTED_SECONDS = 0.45;

    /** Kernel settings that limit a message, by mechanism. */
    private static final Map<String, Path> LIMITS = Map.of(
            "sysv-mq", Path.of("/proc/sys/kernel/msgmax"), "posix-mq", Path.of("/proc/sys/fs/mqueue/msgsize_max"));

    /** Names as the C program has them; the first one is what ratios are of. */
    private enum Mode {
        THROUGHPUT("stream", "throughput", 2, "mib_per_s"),
        LATENCY("round-trip", "latency", 2, "us"),
        AGREEMENT("round-trip", "latency", 2, "us"),
        LOAD("load", "load", 5, "p50_us", "p90_us", "p99_us", "late_percent");

        private final String plain;
        private final String command;
        private final int seconds;
        private final List<String> figures;

        Mode(String plain, String command, int seconds, String... figures) {
            this.plain = plain;
            this.command = command;
            this.seconds = seconds;
            this.figures = List.of(figures);
        }
    }

    /** How the suite is told when to end. */
    private enum By {
        COUNT,
        VOLUME,
        TIME
    }

    /** What is measured; a rate of 0 is none. */
    private record Cell(String transport, String mechanism, int bytes, long rate) {}

    private final Mode mode;
    private final int pairs;
    private final List<Integer> sizes;
    private final String cpus;
    private final Map<String, String> mechanisms = new LinkedHashMap<>();
    private final List<Path> jars = new ArrayList<>();
    private List<Long> rates = List.of(0L);
    private int inFlight = 1;
    private By by = By.TIME;
    private boolean threads;
    private Optional<Path> csv = Optional.empty();
    private boolean oneThread;
    private double seconds;

    private final Path directory;
    private final Map<String, ThreadTimes> threadTimes = new LinkedHashMap<>();

    private Yardstick(List<String> arguments, Path directory) {
        this.directory = directory;
        mode = Mode.valueOf(arguments.get(0).toUpperCase(Locale.ROOT));
        Optional<Double> time = Optional.empty();
        pairs = Integer.parseInt(arguments.get(1));
        sizes = Stream.of(arguments.get(2).split(",")).map(Integer::valueOf).toList();
        cpus = arguments.get(3);
        for (int i = 4; i < arguments.size(); i++) {
            String argument = arguments.get(i);
            switch (argument) {
                case "--rate" -> rates = Stream.of(arguments.get(++i).split(",")).map(Long::valueOf).toList();
                case "--in-flight" -> inFlight = Integer.parseInt(arguments.get(++i));
                case "--by" -> by = By.valueOf(arguments.get(++i).toUpperCase(Locale.ROOT));
                case "--threads" -> threads = true;
                case "--csv" -> csv = Optional.of(Path.of(arguments.get(++i)));
                case "--jar" -> jars.add(Path.of(arguments.get(++i)));
                case "--time" -> time = Optional.of(Double.valueOf(arguments.get(++i)));
                case "--one-thread" -> oneThread = true;
                default -> {
                    String[] both = argument.split("=", 2);
                    mechanisms.put(both[0], both[both.length - 1]);
                }
            }
        }
        if (jars.isEmpty()) {
            jars.add(JAR);
        }
        seconds = time.orElse(by == By.TIME ? mode.seconds : COUNTED_SECONDS);
        if ((by == By.VOLUME && mode != Mode.THROUGHPUT) || (by == By.COUNT && mode == Mode.LOAD)) {
            throw new IllegalArgumentException("--by volume belongs to throughput, and load knows a time only");
        }
        if (threads && (mode != Mode.LOAD || seconds < ThreadWatch.MIN_SECONDS)) {
            throw new IllegalArgumentException(
                    "--threads belongs to load, of at least %.0f s".formatted(ThreadWatch.MIN_SECONDS));
        }
        if (inFlight < 1 || (inFlight > 1 && mode != Mode.LATENCY)) {
            throw new IllegalArgumentException("--in-flight belongs to latency, and is at least 1");
        }
        if (pairs < 1 || mechanisms.isEmpty() || !cpus.matches("\\d+,\\d+") || (mode == Mode.LOAD) == rates.contains(0L)
                || mechanisms.keySet().stream().anyMatch(id -> id.startsWith("-"))) {
            throw new IllegalArgumentException("PAIRS, transports, two CPUs and with load a --rate are needed");
        }
    }

    public static void main(String[] arguments) throws IOException, InterruptedException {
        Path directory = Files.createTempDirectory("yardstick-");
        Runtime.getRuntime().addShutdownHook(new Thread(() -> delete(directory)));
        Yardstick yardstick = null;
        try {
            yardstick = new Yardstick(List.of(arguments), directory);
        } catch (IllegalArgumentException | IndexOutOfBoundsException e) {
            System.err.println(USAGE + " (" + e.getMessage() + ")");
            System.exit(2);
        }
        try {
            yardstick.compare();
        } catch (IOException e) {
            System.err.println(e.getMessage());
            System.exit(1);
        }
    }

    private void compare() throws IOException, InterruptedException {
        compile();
        System.out.println(
                switch (mode) {
                    case THROUGHPUT -> "| transport | bytes | ratio | suite MiB/s, pair by pair | C MiB/s |\n|---|---|---|---|---|";
                    case LATENCY -> "| transport | bytes | ratio | suite µs, pair by pair | C µs |\n|---|---|---|---|---|";
                    case AGREEMENT -> "| transport | bytes | suite µs | JMH µs | C µs | suite/C | JMH/C |\n|---|---|---|---|---|---|---|";
                    case LOAD ->
                        "| transport | bytes | rate | program | p50 µs | p90 µs | p99 µs | later than 200 µs, % |\n|---|---|---|---|---|---|---|---|";
                });
        Map<String, List<Double>> ratios = new LinkedHashMap<>();
        for (Map.Entry<String, String> transport : mechanisms.entrySet()) {
            for (int size : sizes) {
                for (long rate : rates) {
                    Cell cell = new Cell(transport.getKey(), transport.getValue(), size, rate);
                    if (isTooLarge(cell)) {
                        continue;
                    }
                    Map<String, List<Map<String, Double>>> figures = measure(cell);
                    switch (mode) {
                        case THROUGHPUT, LATENCY -> pairs(cell, figures, ratios);
                        case AGREEMENT -> agreement(cell, figures, ratios);
                        case LOAD -> load(cell, figures, ratios);
                    }
                }
            }
        }
        System.out.println();
        ratios.forEach((name, values) -> System.out.printf(
                Locale.ROOT,
                "%s: geometric mean of %d ratios, each counted as at %s 1: %.3f; worst %.2f.%n",
                name,
                values.size(),
                mode == Mode.THROUGHPUT ? "most" : "least",
                Math.exp(values.stream().mapToDouble(ratio -> Math.log(counted(ratio))).average().orElseThrow()),
                mode == Mode.THROUGHPUT ? Collections.min(values) : Collections.max(values)));
        if (threads) {
            threads();
        }
    }

    /** Whether the kernel refuses such a message; says so in one line. */
    private static boolean isTooLarge(Cell cell) throws IOException {
        Path setting = LIMITS.get(cell.mechanism);
        if (setting == null || !Files.exists(setting)) {
            return false;
        }
        // not Files.readString, whose first read is of one byte: the kernel answers with the first digit, and then with the end
        long limit = Long.parseLong(Files.readAllLines(setting).get(0).strip());
        if (cell.bytes > limit) {
            System.err.printf("%s: left out: %d bytes exceed the limit of %d (%s)%n", cell.transport, cell.bytes, limit, setting);
        }
        return cell.bytes > limit;
    }

    /** Whose the time of the CPUs was, summed over all runs of a program; threads that did next to nothing are left out. */
    private void threads() {
        System.out.println("\n| transport | bytes | rate | program | process: thread | CPU, ms/s | run-queue wait, ms/s | turns/s |");
        System.out.println("|---|---|---|---|---|---|---|---|");
        threadTimes.forEach((program, times) -> times.print(program));
    }

    /** Above 1 the suite is better at streams, and worse at the rest. */
    private double counted(double ratio) {
        return mode == Mode.THROUGHPUT ? Math.min(1, ratio) : Math.max(1, ratio);
    }

    /** Each program's figures, pair by pair; every other pair is in the reverse order. */
    private Map<String, List<Map<String, Double>>> measure(Cell cell) throws IOException, InterruptedException {
        long count = mode == Mode.LOAD ? (long) (cell.rate * seconds) : calibrate(cell);
        List<String> order = new ArrayList<>(Stream.concat(Stream.of(C), jars.stream().map(Path::toString)).toList());
        Map<String, List<Map<String, Double>>> all = new LinkedHashMap<>();
        order.forEach(program -> all.put(program, new ArrayList<>()));
        for (int pair = 1; pair <= pairs; pair++) {
            for (String program : order) {
                Map<String, Double> figures = program.equals(C) ? plain(cell, count) : suite(cell, count, Path.of(program));
                all.get(program).add(figures);
                append(cell, pair, program, figures);
            }
            Collections.reverse(order);
        }
        return all;
    }

    private void append(Cell cell, int pair, String program, Map<String, Double> figures) throws IOException {
        if (csv.isEmpty()) {
            return;
        }
        StringBuilder text = new StringBuilder(Files.exists(csv.get()) ? "" : CSV_HEADER + "\n");
        for (String figure : mode.figures) {
            text.append(String.join(
                    ",",
                    mode.name().toLowerCase(Locale.ROOT) + (inFlight == 1 ? "" : "-in-flight-" + inFlight)
                            + (by == By.TIME ? "" : "-by-" + by.name().toLowerCase(Locale.ROOT))
                            + (threads ? "-threads" : ""),
                    cell.transport,
                    Integer.toString(cell.bytes),
                    cell.rate == 0 ? "" : Long.toString(cell.rate),
                    Integer.toString(pair),
                    program,
                    figure,
                    String.format(Locale.ROOT, "%.4f", figures.get(figure)) + "\n"));
        }
        Files.writeString(csv.get(), text, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
    }

    private void pairs(
            Cell cell, Map<String, List<Map<String, Double>>> figures, Map<String, List<Double>> ratios) {
        String figure = mode.figures.get(0);
        for (String jar : figures.keySet()) {
            for (String other : List.of(C, jars.get(0).toString())) {
                if (jar.equals(C) || jar.equals(other)) {
                    continue;
                }
                String name = jars.size() == 1 ? "suite ÷ C" : jar + " ÷ " + other;
                List<Double> suite = values(figures.get(jar), figure);
                List<Double> base = values(figures.get(other), figure);
                List<Integer> byRatio = Stream.iterate(0, i -> i < pairs, i -> i + 1)
                        .sorted(Comparator.comparingDouble(i -> suite.get(i) / base.get(i)))
                        .toList();
                double ratio = ratio(figures, jar, other, figure);
                System.out.printf(
                        Locale.ROOT,
                        "| `%s`%s | %d | %.2f | %s | %s |%n",
                        cell.transport,
                        jars.size() == 1 ? "" : ", " + name,
                        cell.bytes,
                        ratio,
                        listed(byRatio, suite),
                        listed(byRatio, base));
                ratios.computeIfAbsent(name, unused -> new ArrayList<>()).add(ratio);
            }
        }
    }

    /** The median of the paired ratios. */
    private double ratio(Map<String, List<Map<String, Double>>> figures, String program, String base, String figure) {
        return median(Stream.iterate(0, i -> i < pairs, i -> i + 1)
                .map(i -> figures.get(program).get(i).get(figure)
                        / figures.get(base).get(i).get(figure))
                .toList());
    }

    private String listed(List<Integer> order, List<Double> values) {
        String format = mode == Mode.THROUGHPUT ? "%.0f" : "%.2f";
        return String.join(" ", order.stream().map(i -> String.format(Locale.ROOT, format, values.get(i))).toList());
    }

    private void agreement(Cell cell, Map<String, List<Map<String, Double>>> figures, Map<String, List<Double>> ratios)
            throws IOException, InterruptedException {
        double suite = median(values(figures.get(jars.get(0).toString()), "us"));
        double plain = median(values(figures.get(C), "us"));
        double jmh = jmh(cell) / 1e3;
        System.out.printf(
                Locale.ROOT,
                "| `%s` | %d | %.2f | %.2f | %.2f | %.2f | %.2f |%n",
                cell.transport,
                cell.bytes,
                suite,
                jmh,
                plain,
                suite / plain,
                jmh / plain);
        ratios.computeIfAbsent("suite ÷ C", unused -> new ArrayList<>()).add(ratio(figures, jars.get(0).toString(), C, "us"));
    }

    /** Medians of each program and of the paired ratios. A share of nothing has no ratio. */
    private void load(Cell cell, Map<String, List<Map<String, Double>>> figures, Map<String, List<Double>> ratios) {
        figures.forEach((program, measured) -> row(cell, program, figure -> median(values(measured, figure))));
        List<String> programs = List.copyOf(figures.keySet());
        for (String jar : programs.subList(1, programs.size())) {
            row(cell, jar + " ÷ C", figure -> {
                double ratio = ratio(figures, jar, C, figure);
                if (Double.isFinite(ratio) && ratio > 0) {
                    ratios.computeIfAbsent(jar + " ÷ C, " + figure, unused -> new ArrayList<>()).add(ratio);
                }
                return ratio;
            });
        }
    }

    private void row(Cell cell, String program, ToDoubleFunction<String> figure) {
        System.out.printf(
                Locale.ROOT,
                "| `%s` | %d | %d | %s | %.2f | %.2f | %.2f | %.3f |%n",
                cell.transport,
                cell.bytes,
                cell.rate,
                program,
                figure.applyAsDouble("p50_us"),
                figure.applyAsDouble("p90_us"),
                figure.applyAsDouble("p99_us"),
                figure.applyAsDouble("late_percent"));
    }

    /** Says the command, so that a reader can repeat it. */
    private void compile() throws IOException, InterruptedException {
        List<String> command = List.of(
                "cc", "-O2", "-std=c11", "-o", program().toString(), SOURCE.toString(), "-lpthread", "-lrt");
        System.err.println(String.join(" ", command));
        run(command);
    }

    private Path program() {
        return directory.resolve("yardstick");
    }

    /** How many messages the C program moves in the time of a run. */
    private long calibrate(Cell cell) throws IOException, InterruptedException {
        for (long count = CALIBRATION_MESSAGES; ; count *= 4) {
            double nanos = plain(cell, count).get("ns");
            if (nanos * count >= ENOUGH_CALIBRATION_NANOS) {
                return Math.max(1, (long) (seconds * 1e9 / nanos));
            }
        }
    }

    private Map<String, Double> plain(Cell cell, long count) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(List.of(
                program().toString(),
                mode.plain,
                cell.mechanism,
                Integer.toString(cell.bytes),
                Long.toString(count),
                "--cpus",
                cpus));
        if (oneThread) {
            command.add("--one-thread");
        }
        if (inFlight > 1) {
            command.addAll(List.of("--in-flight", Integer.toString(inFlight)));
        }
        if (mode == Mode.LOAD) {
            command.addAll(List.of("--rate", Long.toString(cell.rate), "--late", Integer.toString(LATE_NANOS / 1000)));
        }
        Map<String, Double> figures = new LinkedHashMap<>();
        Look look = threads ? new ThreadWatch(times(cell, C), seconds)::yardstick : NO_LOOK;
        for (String word : run(command, look).strip().split(" ")) {
            String[] both = word.split("=", 2);
            if (both.length == 2) {
                figures.put(both[0], Double.valueOf(both[1]));
            }
        }
        figures.put("us", figures.get("ns") / 1e3);
        return figures;
    }

    private ThreadTimes times(Cell cell, String program) {
        return threadTimes.computeIfAbsent(
                "`%s` | %d | %d | %s".formatted(cell.transport, cell.bytes, cell.rate, program), unused -> new ThreadTimes());
    }

    private List<String> extent(Cell cell, long count) {
        return switch (by) {
            case COUNT -> List.of("--count", Long.toString(count));
            case VOLUME -> List.of("--total", Long.toString(count * cell.bytes));
            case TIME -> List.of("--duration", (long) (seconds * 1e3) + "ms");
        };
    }

    private Map<String, Double> suite(Cell cell, long count, Path jar) throws IOException, InterruptedException {
        Path output = Files.createTempDirectory(directory, "run-");
        List<String> command = new ArrayList<>(List.of(java(), "-jar", jar.toString(), mode.command));
        command.addAll(List.of("-t", cell.transport, "-s", Integer.toString(cell.bytes), "-i", "1"));
        if (mode == Mode.LOAD) {
            command.addAll(List.of("--rate", Long.toString(cell.rate)));
        }
        if (inFlight > 1) {
            command.addAll(List.of("--in-flight", Integer.toString(inFlight)));
        }
        command.addAll(extent(cell, count));
        command.addAll(List.of("--placement", "cpu:" + cpus, "-o", output.toString()));
        if (threads) {
            command.add("--verbose");
        }
        run(command, threads ? process -> new ThreadWatch(times(cell, jar.toString()), seconds).suite(process, errors()) : NO_LOOK);
        try (Stream<Path> runs = Files.list(output).filter(Files::isDirectory)) {
            Path run = runs.findFirst().orElseThrow();
            List<String> table = Files.readAllLines(run.resolve("output.csv"));
            int column = Arrays.asList(table.get(0).split(",")).indexOf("AvgMessagesPerSecond");
            String rate = table.get(1).split(",", -1)[column];
            if (rate.isEmpty()) {
                throw new IOException("%s, %d bytes: no figure: %s".formatted(cell.transport, cell.bytes, table.get(1)));
            }
            Map<String, Double> figures = new LinkedHashMap<>();
            figures.put("us", 1e6 / Double.parseDouble(rate));
            figures.put("mib_per_s", cell.bytes * Double.parseDouble(rate) / (1 << 20));
            if (mode == Mode.LOAD) {
                figures.putAll(latencies(run, jar));
            }
            return figures;
        } finally {
            delete(output);
        }
    }

    /** From the record's histogram, which the jar's own library reads. */
    private static Map<String, Double> latencies(Path run, Path jar) throws IOException {
        Matcher text = Pattern.compile("\"latencies\":\"([^\"]+)\"").matcher(Files.readString(run.resolve("results.jsonl")));
        if (!text.find()) {
            throw new IOException("no latencies in " + run);
        }
        ByteBuffer encoded = ByteBuffer.wrap(Base64.getDecoder().decode(text.group(1)));
        try (URLClassLoader library = new URLClassLoader(new URL[] {jar.toUri().toURL()})) {
            Class<?> type = library.loadClass("org.HdrHistogram.Histogram");
            Object histogram = type.getMethod("decodeFromCompressedByteBuffer", ByteBuffer.class, long.class)
                    .invoke(null, encoded, 0L);
            Map<String, Double> figures = new LinkedHashMap<>();
            for (int percent : List.of(50, 90, 99)) {
                long nanos = (long) type.getMethod("getValueAtPercentile", double.class).invoke(histogram, (double) percent);
                figures.put("p" + percent + "_us", nanos / 1e3);
            }
            figures.put("late_percent", 100
                    - (double) type.getMethod("getPercentileAtOrBelowValue", long.class).invoke(histogram, (long) LATE_NANOS));
            return figures;
        } catch (ReflectiveOperationException e) {
            throw new IOException("cannot read the histogram in " + run, e);
        }
    }

    /** The median of the fork that was disturbed least. */
    private double jmh(Cell cell) throws IOException, InterruptedException {
        String[] cpu = cpus.split(",");
        List<String> command = new ArrayList<>(List.of("taskset", "-c", cpu[0].equals(cpu[1]) ? cpu[0] : cpus));
        command.addAll(List.of(java(), "-jar", "jmh-benchmarks/target/benchmarks.jar", "RoundTripBenchmark"));
        command.addAll(List.of("-f", "3", "-wi", "3", "-i", "3", "-w", "1", "-r", "1"));
        command.addAll(List.of("-p", "transport=" + cell.transport, "-p", "size=" + cell.bytes));
        command.addAll(List.of("-p", "placement=" + (cpu[0].equals(cpu[1]) ? "same-cpu" : "split-cpu")));
        String text = run(command);
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

    private static final Look NO_LOOK = process -> {};

    /** Looks at a process while it runs. */
    private interface Look {
        void at(Process process) throws IOException, InterruptedException;
    }

    private String run(List<String> command) throws IOException, InterruptedException {
        return run(command, NO_LOOK);
    }

    private Path errors() {
        return directory.resolve("errors");
    }

    /** Standard output of a command that has to succeed, and says little until it ends; all of it is shown if it fails. */
    private String run(List<String> command, Look look) throws IOException, InterruptedException {
        Process process = new ProcessBuilder(command).redirectError(errors().toFile()).start();
        look.at(process);
        StringBuilder text = new StringBuilder();
        try (BufferedReader reader =
                new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8))) {
            for (String line = reader.readLine(); line != null; line = reader.readLine()) {
                text.append(line).append('\n');
            }
        }
        if (process.waitFor() != 0) {
            throw new IOException("failed with exit code %d: %s%n%s%s".formatted(
                    process.exitValue(), String.join(" ", command), text, Files.readString(errors()).strip()));
        }
        return text.toString();
    }

    private static void delete(Path directory) {
        try (Stream<Path> files = Files.walk(directory)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(file);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static List<Double> values(List<Map<String, Double>> measured, String figure) {
        return measured.stream().map(each -> each.get(figure)).toList();
    }

    private static double median(List<Double> values) {
        List<Double> sorted = values.stream().sorted().toList();
        int middle = sorted.size() / 2;
        return sorted.size() % 2 == 1 ? sorted.get(middle) : (sorted.get(middle - 1) + sorted.get(middle)) / 2;
    }

    /** What threads of the same name had, over several runs. */
    private static final class ThreadTimes {
        private static final double NANOS_PER_MILLI = 1e6;

        /** In milliseconds a second. */
        private static final double MIN_SHOWN = 0.005;

        private final Map<String, long[]> sums = new TreeMap<>();
        private double seconds;

        /** Adds what has changed from one look to the other; what began between the two began with nothing. */
        void add(Map<String, Map<String, long[]>> before, Map<String, Map<String, long[]>> after, double elapsedSeconds) {
            seconds += elapsedSeconds;
            after.forEach((name, tasks) -> tasks.forEach((task, values) -> {
                long[] first = before.getOrDefault(name, Map.of()).getOrDefault(task, new long[values.length]);
                long[] sum = sums.computeIfAbsent(name, unused -> new long[values.length]);
                Arrays.setAll(sum, i -> sum[i] + values[i] - first[i]);
            }));
        }

        void print(String program) {
            sums.entrySet().stream()
                    .sorted(Comparator.comparingLong(entry -> -entry.getValue()[0] - entry.getValue()[1]))
                    .filter(entry -> milliseconds(entry.getValue()[0]) >= MIN_SHOWN || milliseconds(entry.getValue()[1]) >= MIN_SHOWN)
                    .forEach(entry -> System.out.printf(
                            Locale.ROOT,
                            "| %s | %s | %.2f | %.2f | %.1f |%n",
                            program,
                            entry.getKey(),
                            milliseconds(entry.getValue()[0]),
                            milliseconds(entry.getValue()[1]),
                            entry.getValue()[2] / seconds));
        }

        private double milliseconds(long nanos) {
            return nanos / NANOS_PER_MILLI / seconds;
        }
    }

    /** Looks twice at the threads of a run's processes, near both ends of the measured part, and sleeps in between. */
    private static final class ThreadWatch {
        static final double MIN_SECONDS = 2;

        private static final long POLL_MILLIS = 50;

        /** The suite looks at its peers this often: its line comes so late at most. */
        private static final double LINE_SECONDS = 0.5;

        /** Away from both ends. */
        private static final double MARGIN_SECONDS = 0.25;

        private static final Pattern MEASURING = Pattern.compile("(?m)^verbose: .*, iteration 1: measuring$");

        private final ThreadTimes times;
        private final double seconds;

        ThreadWatch(ThreadTimes times, double seconds) {
            this.times = times;
            this.seconds = seconds;
        }

        /** The C program, which warms up for a tenth of the time: the process is the client, its child the server. */
        void yardstick(Process process) throws InterruptedException {
            sleep(seconds / 10 + MARGIN_SECONDS);
            Map<Long, String> processes = new LinkedHashMap<>(Map.of(process.pid(), "client"));
            process.children().forEach(child -> processes.put(child.pid(), "server"));
            watch(processes, seconds - 2 * MARGIN_SECONDS);
        }

        /** A run of one iteration, with --verbose. */
        void suite(Process process, Path errors) throws IOException, InterruptedException {
            while (!MEASURING.matcher(Files.readString(errors)).find()) {
                if (!process.isAlive()) {
                    return;
                }
                Thread.sleep(POLL_MILLIS);
            }
            Map<Long, String> processes = new LinkedHashMap<>(Map.of(process.pid(), "launcher"));
            for (ProcessHandle peer : process.descendants().toList()) {
                role(peer.pid()).ifPresent(role -> processes.put(peer.pid(), role));
            }
            watch(processes, seconds - LINE_SECONDS - MARGIN_SECONDS);
        }

        /** A peer's role is an argument of its command. */
        private static Optional<String> role(long pid) {
            try {
                return Stream.of(Files.readString(Path.of("/proc", Long.toString(pid), "cmdline")).split("\0"))
                        .filter(List.of("client", "server")::contains)
                        .findFirst();
            } catch (IOException e) {
                return Optional.empty(); // it has ended
            }
        }

        private void watch(Map<Long, String> processes, double elapsedSeconds) throws InterruptedException {
            long start = System.nanoTime();
            Map<String, Map<String, long[]>> before = look(processes);
            sleep(elapsedSeconds);
            Map<String, Map<String, long[]>> after = look(processes);
            if (Stream.of("client", "server").allMatch(role -> isIn(before, role) && isIn(after, role))) {
                times.add(before, after, (System.nanoTime() - start) / 1e9);
            } else {
                System.err.println("a peer was not found or has ended: this run's threads are not counted");
            }
        }

        private static boolean isIn(Map<String, Map<String, long[]>> look, String role) {
            return look.keySet().stream().anyMatch(name -> name.startsWith(role + ": "));
        }

        /** CPU time, time in the run queue and number of turns, by process and thread, then by the thread's number. */
        private static Map<String, Map<String, long[]>> look(Map<Long, String> processes) {
            Map<String, Map<String, long[]>> found = new TreeMap<>();
            for (Map.Entry<Long, String> process : processes.entrySet()) {
                for (String task : tasks(process.getKey())) {
                    read(Path.of(task)).ifPresent(values -> found.computeIfAbsent(
                                    process.getValue() + ": " + values.getKey(), unused -> new TreeMap<>())
                            .put(task, values.getValue()));
                }
            }
            return found;
        }

        /** None if the process has ended. */
        private static List<String> tasks(long pid) {
            Path directory = Path.of("/proc", Long.toString(pid), "task");
            String[] names = directory.toFile().list();
            return names == null ? List.of() : Stream.of(names).map(name -> directory.resolve(name).toString()).toList();
        }

        /** Empty if the thread has just ended. */
        private static Optional<Map.Entry<String, long[]>> read(Path task) {
            try {
                String[] values = Files.readString(task.resolve("schedstat")).strip().split(" ");
                return Optional.of(Map.entry(
                        Files.readString(task.resolve("comm")).strip(), Stream.of(values).mapToLong(Long::parseLong).toArray()));
            } catch (IOException e) {
                return Optional.empty();
            }
        }

        private static void sleep(double seconds) throws InterruptedException {
            Thread.sleep(Math.round(seconds * 1e3));
        }
    }
}
