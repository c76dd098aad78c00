package org.ipcbench.jmh;

import java.io.IOException;
import java.io.PrintStream;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.SortedSet;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.ipcbench.jmh.Combinations.Grid;
import org.ipcbench.placement.Placement;
import org.ipcbench.placement.Topology;
import org.ipcbench.transport.Transport;
import org.ipcbench.transport.TransportRegistry;
import org.jspecify.annotations.Nullable;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.results.format.ResultFormatFactory;
import org.openjdk.jmh.results.format.ResultFormatType;
import org.openjdk.jmh.runner.BenchmarkList;
import org.openjdk.jmh.runner.BenchmarkListEntry;
import org.openjdk.jmh.runner.Defaults;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.format.OutputFormat;
import org.openjdk.jmh.runner.format.OutputFormatFactory;
import org.openjdk.jmh.runner.options.CommandLineOptions;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.util.Optional;

/**
 * One invocation: several runs of JMH, to leave out combinations that cannot be measured, with their results in one table
 * and one file.
 */
final class JmhRun {
    static final String TRANSPORT = "transport";
    static final String SIZE = "size";
    static final String PLACEMENT = "placement";

    /** The flags of every peer, so that the fork's half is measured as in every run. */
    private static final List<String> FLAGS =
            List.of("-XX:+UseSerialGC", "-XX:-UsePerfData", "--enable-native-access=ALL-UNNAMED");

    private final CommandLineOptions options;
    private final TransportRegistry registry;
    private final Combinations combinations;
    private final OutputFormat out;
    private final List<RunResult> results = new ArrayList<>();
    private final List<String> failures = new ArrayList<>();

    JmhRun(CommandLineOptions options, TransportRegistry registry, PrintStream out, PrintStream err) {
        this.options = options;
        this.registry = registry;
        combinations = new Combinations(registry, err::println);
        this.out = OutputFormatFactory.createFormatInstance(
                out, options.verbosity().orElse(Defaults.VERBOSITY));
    }

    /**
     * Runs everything.
     *
     * @return the failures, one line each
     * @throws java.util.NoSuchElementException if a transport is unknown
     * @throws IllegalArgumentException if nothing can be measured, or no message has such a size
     */
    List<String> perform() throws RunnerException, IOException {
        SortedSet<BenchmarkListEntry> chosen =
                BenchmarkList.defaultList().find(out, options.getIncludes(), options.getExcludes());
        List<String> exchanges = names(chosen, entry -> has(entry, TRANSPORT));
        List<String> others = names(chosen, entry -> !has(entry, TRANSPORT));
        Map<String, List<Grid>> grids = new LinkedHashMap<>();
        for (String exchange : exchanges) {
            grids.put(exchange, grids(chosen, exchange));
        }
        if (grids.values().stream().allMatch(List::isEmpty) && others.isEmpty()) {
            throw new IllegalArgumentException(
                    chosen.isEmpty() ? "no benchmark is called so; -l lists them" : "nothing of this can be measured");
        }
        for (Map.Entry<String, List<Grid>> exchange : grids.entrySet()) {
            for (Grid grid : exchange.getValue()) {
                run(chosen, List.of(exchange.getKey()), grid);
            }
        }
        if (!others.isEmpty()) {
            run(chosen, others, new Grid(List.of(), sizes(chosen), Placement.UNPINNED));
        }
        results.sort(
                Comparator.comparing((RunResult result) -> result.getParams().getBenchmark())
                        .thenComparing(result -> result.getParams().getMode())
                        .thenComparing(result -> parameter(result, PLACEMENT))
                        .thenComparingInt(result -> Integer.parseInt("0" + parameter(result, SIZE)))
                        .thenComparingInt(result -> order(parameter(result, TRANSPORT))));
        out.endRun(results);
        write();
        return failures;
    }

    private void run(SortedSet<BenchmarkListEntry> chosen, List<String> benchmarks, Grid grid) throws RunnerException {
        OptionsBuilder part = new PartOptions();
        part.parent(options);
        names(chosen, entry -> !benchmarks.contains(entry.getUsername()))
                .forEach(name -> part.exclude("^" + Pattern.quote(name) + "$"));
        part.jvmArgsAppend(
                jvmArguments(grid, chosen.stream().filter(entry -> benchmarks.contains(entry.getUsername()))));
        part.param(SIZE, grid.sizesBytes().stream().map(String::valueOf).toArray(String[]::new));
        if (!options.getParameter(NativeCallBenchmark.BINDING).hasValue()) {
            part.param(NativeCallBenchmark.BINDING, NativeCallBenchmark.bindings());
        }
        if (!grid.transports().isEmpty()) {
            part.param(TRANSPORT, grid.transports().stream().map(Transport::id).toArray(String[]::new));
            part.param(PLACEMENT, grid.placement().label());
        }
        Collection<RunResult> measured = new Runner(part, PartOutput.of(out)).run();
        results.addAll(measured);
        noteFailures(benchmarks, grid, measured);
    }

    /**
     * The user's options without the file for the results: JMH cannot unset an option, and every run would write the file.
     */
    private static final class PartOptions extends OptionsBuilder {
        private static final long serialVersionUID = 1;

        @Override
        public Optional<String> getResult() {
            return Optional.none();
        }

        @Override
        public Optional<ResultFormatType> getResultFormat() {
            return Optional.none();
        }
    }

    /** Notes failed benchmarks, because JMH continues after them and does not report them at the end. */
    private void noteFailures(List<String> benchmarks, Grid grid, Collection<RunResult> measured) {
        for (String benchmark : benchmarks) {
            Stream<RunResult> ofBenchmark = measured.stream()
                    .filter(result -> result.getParams().getBenchmark().equals(benchmark));
            List<String> done = ofBenchmark
                    .map(result -> point(parameter(result, TRANSPORT), parameter(result, SIZE)))
                    .toList();
            if (grid.transports().isEmpty() && done.isEmpty()) {
                failures.add(benchmark);
            }
            for (Transport transport : grid.transports()) {
                for (int size : grid.sizesBytes()) {
                    String point = point(transport.id(), String.valueOf(size));
                    if (!done.contains(point)) {
                        failures.add("%s, %s, %s"
                                .formatted(benchmark, point, grid.placement().label()));
                    }
                }
            }
        }
    }

    /** Writes the results in the requested format and, if people cannot read that format, also as a table. */
    private void write() throws IOException {
        if (!options.getResult().hasValue() && !options.getResultFormat().hasValue()) {
            return;
        }
        ResultFormatType format = options.getResultFormat().orElse(Defaults.RESULT_FORMAT);
        Path file = Path.of(options.getResult()
                .orElse(Defaults.RESULT_FILE_PREFIX + "." + format.name().toLowerCase(Locale.ROOT)));
        write(format, file);
        if (format != ResultFormatType.TEXT) {
            String name = String.valueOf(file.getFileName()).replaceFirst("\\.[^.]*$", "");
            write(ResultFormatType.TEXT, file.resolveSibling(name + ".txt"));
        }
    }

    private void write(ResultFormatType format, Path file) throws IOException {
        try (PrintStream stream = new PrintStream(file.toFile(), StandardCharsets.UTF_8)) {
            ResultFormatFactory.getInstance(format, stream).writeOut(results);
            if (stream.checkError()) {
                throw new IOException("cannot write " + file);
            }
        }
        out.println("results in " + file);
    }

    private List<Grid> grids(SortedSet<BenchmarkListEntry> chosen, String exchange) throws IOException {
        return combinations.of(
                options.getParameter(TRANSPORT).orElse(List.of(TransportRegistry.ALL)),
                sizes(chosen),
                placements(chosen, exchange));
    }

    private List<Integer> sizes(SortedSet<BenchmarkListEntry> chosen) {
        List<String> defaults = defaults(chosen, entry -> true, SIZE);
        return options.getParameter(SIZE).orElse(defaults).stream()
                .map(JmhRun::parseSize)
                .toList();
    }

    /** All that the user asks for, or the first one of the benchmark's own that a transport can have. */
    private List<List<Placement>> placements(SortedSet<BenchmarkListEntry> chosen, String exchange) throws IOException {
        Topology topology = Topology.ofThisMachine();
        if (options.getParameter(PLACEMENT).hasValue()) {
            String labels = String.join(",", options.getParameter(PLACEMENT).get()); // JMH splits cpu:C,S too
            return Placement.parseAll(labels, topology).stream().map(List::of).toList();
        }
        return List.of(defaults(chosen, entry -> entry.getUsername().equals(exchange), PLACEMENT).stream()
                .map(label -> Placement.parse(label, topology))
                .toList());
    }

    private static List<String> defaults(
            SortedSet<BenchmarkListEntry> chosen, Predicate<BenchmarkListEntry> which, String parameter) {
        return chosen.stream()
                .filter(which)
                .filter(entry -> has(entry, parameter))
                .findFirst()
                .map(entry -> List.of(entry.getParams().get().get(parameter)))
                .orElse(List.of());
    }

    private static int parseSize(String text) {
        try {
            return Integer.parseInt(text);
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException("-p size: '%s' is not a number of bytes".formatted(text), e);
        }
    }

    /** Those that benchmarks themselves append are among them, which options replace. */
    private String[] jvmArguments(Grid grid, Stream<BenchmarkListEntry> benchmarks) {
        List<String> arguments = new ArrayList<>(FLAGS);
        benchmarks.forEach(entry -> arguments.addAll(entry.getJvmArgsAppend().orElse(List.of())));
        arguments.add("-D%s=%d"
                .formatted(
                        ExchangeBenchmark.LAUNCHER_PID, ProcessHandle.current().pid()));
        grid.transports().forEach(transport -> arguments.addAll(transport.jvmArguments()));
        arguments.addAll(options.getJvmArgsAppend().orElse(List.of()));
        return arguments.stream().distinct().toArray(String[]::new);
    }

    private int order(String id) {
        List<String> ids = registry.all().stream().map(Transport::id).toList();
        return ids.indexOf(id);
    }

    private static boolean has(BenchmarkListEntry entry, String parameter) {
        return entry.getParams().hasValue() && entry.getParams().get().containsKey(parameter);
    }

    private static List<String> names(Collection<BenchmarkListEntry> entries, Predicate<BenchmarkListEntry> kind) {
        return entries.stream()
                .filter(kind)
                .map(BenchmarkListEntry::getUsername)
                .distinct()
                .toList();
    }

    private static String parameter(RunResult result, String name) {
        return result.getParams().getParamsKeys().contains(name)
                ? result.getParams().getParam(name)
                : "";
    }

    private static String point(String transport, String size) {
        return transport + ", " + size + " bytes";
    }

    /**
     * JMH's output of one of several runs, without the table at its end. This is a proxy, because JMH's
     * {@code TextReportFormat} is package-private, and the other twelve methods of {@code OutputFormat} would have to be
     * delegated by hand.
     *
     * @param whole the output of all runs
     */
    private record PartOutput(OutputFormat whole) implements InvocationHandler {
        private static final String PRINTS_TABLE = "endRun";

        static OutputFormat of(OutputFormat whole) {
            return (OutputFormat) Proxy.newProxyInstance(
                    PartOutput.class.getClassLoader(), new Class<?>[] {OutputFormat.class}, new PartOutput(whole));
        }

        @Override
        public @Nullable Object invoke(Object proxy, Method method, @Nullable Object @Nullable [] arguments)
                throws Throwable {
            if (method.getName().equals(PRINTS_TABLE)) {
                return null;
            }
            try {
                return method.invoke(whole, arguments);
            } catch (InvocationTargetException e) {
                throw e.getCause() == null ? e : e.getCause();
            }
        }
    }
}
