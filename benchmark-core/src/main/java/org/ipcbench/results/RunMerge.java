package org.ipcbench.results;

import com.google.gson.Gson;
import com.google.gson.JsonObject;
import java.io.BufferedWriter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.UUID;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.ipcbench.environment.CommonEnvironment;
import org.ipcbench.environment.Environment;
import org.ipcbench.environment.SuiteVersion;
import org.ipcbench.plan.Plan;
import org.ipcbench.plan.cell.Cell;
import org.ipcbench.plan.cell.Dimension;
import org.ipcbench.plan.cell.Feasibility;
import org.ipcbench.plan.cell.Variant;
import org.ipcbench.results.RunSource.UnreadableRunException;
import org.ipcbench.results.header.Label;
import org.ipcbench.results.header.RunHeader;
import org.ipcbench.results.header.RunIdentity;
import org.ipcbench.results.header.RunIdentity.MergedRuns;
import org.ipcbench.results.header.TransportRecord;
import org.ipcbench.results.line.EndLine;
import org.ipcbench.results.line.SealedLine;
import org.ipcbench.transport.Transport;
import org.jspecify.annotations.Nullable;

/**
 * Merges several runs into the record of one. Cells of different machines or setups stay apart; the iterations of equal cells are
 * added up as further rounds. No round belongs to two of the runs, so that only iterations measured side by side are compared
 * side by side. The baselines become cells: they show what the machines have in common.
 */
public final class RunMerge {
    private final Gson gson = new Gson();
    private final List<RunRecord> records;
    private final List<Environment> environments;
    private final MergedNames names;

    /** The cells of all runs, without their feasibility, and their indexes. */
    private final Map<Cell, Integer> indexes = new LinkedHashMap<>();

    private final List<Cell> cells = new ArrayList<>();

    /** Transports by their ids; a transport is the same one in all runs. */
    private final Map<String, Transport> transports = new HashMap<>();

    /** Number of iterations that each cell was to have. */
    private final Map<Integer, Integer> iterations = new TreeMap<>();

    private RunMerge(List<RunRecord> records, List<Environment> environments) {
        this.records = records;
        this.environments = environments;
        names = MergedNames.of(records.stream().map(RunRecord::header).toList(), environments);
    }

    /**
     * Prepares the merge of these runs.
     *
     * @param salvage whether to skip damaged lines; otherwise they make a record unreadable
     * @throws UnreadableRunException if one of them cannot be merged, or if there are fewer than two
     */
    public static RunMerge of(List<Path> runs, boolean salvage) throws IOException {
        if (runs.size() < 2) {
            throw new UnreadableRunException("one run alone cannot be merged; give two or more");
        }
        List<RunRecord> records = new ArrayList<>();
        List<Environment> environments = new ArrayList<>();
        Map<String, Path> paths = new HashMap<>();
        for (Path run : runs) {
            RunRecord record = RunRecord.read(run, salvage);
            if (record.header().merged() != null) {
                throw new UnreadableRunException(
                        "'%s' is a merged run already; give the runs that it was made from".formatted(run));
            }
            Path earlier = paths.putIfAbsent(record.header().run().id(), run);
            if (earlier != null) {
                throw new UnreadableRunException(
                        "'%s' and '%s' are the same run; give each run once".formatted(earlier, run));
            }
            records.add(record);
            environments.add(RecordedRun.environmentOf(record.source()));
        }
        return new RunMerge(records, environments);
    }

    /** Approximate size of the record, in bytes. */
    public long bytes() {
        return records.stream().mapToLong(RunRecord::wholeBytes).sum();
    }

    /** Remarks on the runs for their reader, one line each. */
    public List<String> remarks() {
        return records.stream().flatMap(record -> record.remarks().stream()).toList();
    }

    /** What the environments of the runs have in common. */
    public Environment environment() {
        return CommonEnvironment.of(environments);
    }

    /**
     * Writes the record completely or not at all.
     *
     * @param arguments of the command line, in a form that may be published
     */
    public void write(Path file, List<String> arguments) throws IOException {
        Path partial = file.resolveSibling(file.getFileName() + ".partial");
        try {
            try (BufferedWriter lines = Files.newBufferedWriter(partial)) {
                write(lines, arguments);
            }
            Files.move(partial, file);
        } finally {
            Files.deleteIfExists(partial);
        }
    }

    private void write(BufferedWriter lines, List<String> arguments) throws IOException {
        List<List<Integer>> indexesOfRuns = new ArrayList<>();
        List<MergedRuns.MergedRun> parts = new ArrayList<>();
        int rounds = 0;
        for (int run = 0; run < records.size(); run++) {
            RunRecord record = records.get(run);
            indexesOfRuns.add(indexes(run));
            parts.add(new MergedRuns.MergedRun(
                    record.header().run(), names.hosts().get(run), rounds + 1, record.highestRound()));
            rounds += record.highestRound();
        }
        write(lines, header(parts, rounds, arguments).json());
        for (int run = 0; run < records.size(); run++) {
            List<Integer> indexesOfRun = indexesOfRuns.get(run);
            int before = parts.get(run).firstRound() - 1;
            RunRecord record = records.get(run);
            record.forEachIterationLine(line -> {
                if (record.isReplaced(line.get("cell").getAsInt()) == isAgain(line)) {
                    write(lines, gson.toJson(moved(line, record, indexesOfRun, before)));
                }
            });
        }
        String now = Instant.now().truncatedTo(ChronoUnit.MILLIS).toString();
        write(lines, gson.toJson(new EndLine(EndLine.RECORD, now, rounds, false, null)));
    }

    private static void write(BufferedWriter lines, String json) throws IOException {
        lines.write(SealedLine.seal(json));
        lines.write('\n');
    }

    private static Plan.Part part(JsonObject line) {
        return Plan.Part.labelled(line.get("part").getAsString());
    }

    private static boolean isAgain(JsonObject line) {
        return part(line) == Plan.Part.AGAIN;
    }

    /** The indexes that the cells and baselines of a run have among all cells. */
    private List<Integer> indexes(int run) throws IOException {
        RunRecord record = records.get(run);
        RunHeader header = record.header();
        Map<Integer, Integer> unplanned = new HashMap<>(); // baselines, and iterations of single cells
        record.forEachIterationLine(line -> {
            if (line.get("failure") instanceof JsonObject failure
                    && failure.get("repeated").getAsBoolean()) {
                return; // its repetition follows
            }
            int cell = line.get("cell").getAsInt();
            boolean extra = line.get("round").getAsInt() > record.rounds() && record.isReplaced(cell) == isAgain(line);
            if (part(line) == Plan.Part.BASELINE || extra || !header.hasWholeRounds()) {
                unplanned.merge(cell, 1, Integer::sum);
            }
        });
        List<Integer> indexesOfRun = new ArrayList<>();
        for (Cell cell : header.measured()) {
            int own = indexesOfRun.size();
            Variant variant = new Variant(variant(cell, names.setups().get(run)));
            Transport transport = transports.computeIfAbsent(cell.transportId(), unused -> cell.transport());
            int index = index(cell.over(transport)
                    .withVariant(variant)
                    .with(Dimension.HOST, names.hosts().get(run)));
            indexesOfRun.add(index);
            int planned = own < header.cells().size() && header.hasWholeRounds() ? record.rounds() : 0;
            iterations.merge(index, planned + unplanned.getOrDefault(own, 0), Integer::sum);
        }
        return indexesOfRun;
    }

    /** If a cell was feasible in one run and not in another, the feasible one is kept. */
    private int index(Cell cell) {
        int index = indexes.computeIfAbsent(cell.with(Feasibility.UNKNOWN), unused -> {
            cells.add(cell);
            return cells.size() - 1;
        });
        if (cells.get(index).obstacle().isPresent() && cell.obstacle().isEmpty()) {
            cells.set(index, cell);
        }
        return index;
    }

    private static String variant(Cell cell, String setup) {
        String own = cell.variantName();
        return own.isEmpty() || setup.isEmpty() ? own + setup : own + ", " + setup;
    }

    private RunHeader header(List<MergedRuns.MergedRun> parts, int rounds, List<String> arguments) {
        List<RunHeader> headers = records.stream().map(RunRecord::header).toList();
        Map<String, TransportRecord> recorded = new LinkedHashMap<>();
        headers.forEach(
                header -> header.transports().forEach(transport -> recorded.putIfAbsent(transport.id(), transport)));
        return new RunHeader(
                RunHeader.RECORD,
                RunHeader.SCHEMA,
                identity(headers.stream().map(RunHeader::run).toList(), arguments),
                headers.get(0).seed(),
                headers.stream().mapToLong(RunHeader::warmUpNanos).max().orElse(0),
                rounds,
                null,
                null,
                null,
                null,
                null,
                null,
                bound(headers),
                List.copyOf(recorded.values()),
                cells,
                List.of(),
                null,
                new MergedRuns(parts, List.copyOf(iterations.values())),
                null);
    }

    /** The common bound of the latencies; null if the runs have none, or several. */
    private static @Nullable Long bound(List<RunHeader> headers) {
        List<Optional<Long>> bounds = headers.stream()
                .map(header -> Optional.ofNullable(header.p99Nanos()))
                .distinct()
                .toList();
        return bounds.size() == 1 ? bounds.get(0).orElse(null) : null;
    }

    /** The common identity of all runs. */
    private static RunIdentity identity(List<RunIdentity> runs, List<String> arguments) {
        Map<String, String> labels = new TreeMap<>(runs.get(0).labels());
        List<String> accepted = new ArrayList<>(runs.get(0).accepted());
        for (RunIdentity run : runs) {
            labels.entrySet().retainAll(run.labels().entrySet());
            accepted.retainAll(run.accepted());
        }
        return new RunIdentity(
                UUID.randomUUID().toString(),
                common(runs.stream().map(RunIdentity::host)),
                common(runs.stream().map(RunIdentity::boot)),
                SuiteVersion.current(),
                SuiteVersion.commit(),
                runs.stream().map(RunIdentity::startedAt).sorted().findFirst().orElse(""),
                arguments,
                labels,
                accepted);
    }

    private static String common(Stream<String> values) {
        List<String> distinct = values.distinct().toList();
        return distinct.size() == 1 ? distinct.get(0) : "";
    }

    /** The line with the cell, the round and the names that it has in the merged record. */
    private JsonObject moved(JsonObject line, RunRecord record, List<Integer> indexesOfRun, int roundsBefore) {
        int index = indexesOfRun.get(line.get("cell").getAsInt());
        if (part(line) == Plan.Part.EXTRA || isAgain(line)) {
            boolean repeated =
                    record.isRepeated(line.get("round").getAsInt()); // of such a round only repetitions count
            line.addProperty("part", (repeated ? Plan.Part.REPETITION : Plan.Part.PLANNED).label());
        }
        int round = line.get("round").getAsInt() + roundsBefore;
        line.remove("checksum");
        line.addProperty("cell", index);
        line.addProperty("round", round);
        line.addProperty("iteration", round);
        line.addProperty("host", cells.get(index).host());
        if (!cells.get(index).variantName().isEmpty()) {
            line.addProperty("variant", cells.get(index).variantName());
        }
        return line;
    }

    /**
     * Names that tell the cells of several runs apart: by the machine, and by other differences between runs that have the same
     * cells.
     *
     * @param hosts the name of each run's machine
     * @param setups what each run was measured with, as far as the runs differ in it; empty if they do not
     */
    private record MergedNames(List<String> hosts, List<String> setups) {
        /** Flags that the suite sets by itself, depending on the message size and on the machine. */
        private static final String SET_BY_SIZE =
                "-Xm[sx]\\d+|-XX:MaxDirectMemorySize=\\d+|-Xshare:auto|-XX:SharedArchiveFile=.*";

        private static final int SHORT_COMMIT = 8;
        private static final double MILLISECOND_NANOS = 1e6;

        /** One of the runs. */
        private record Source(RunHeader header, Environment environment) {
            String name() {
                RunIdentity run = header.run();
                return run.labels().getOrDefault(Label.HOST, run.host());
            }

            String id() {
                return header.run().host();
            }

            String kernel() {
                return environment.kernel().name() + " " + environment.kernel().release();
            }

            String jvm() {
                return "JDK " + environment.peers().version();
            }

            List<String> flags() {
                return environment.peers().flags().stream()
                        .filter(flag -> !flag.matches(SET_BY_SIZE))
                        .toList();
            }

            String suite() {
                RunIdentity run = header.run();
                String commit = run.commit()
                        .substring(0, Math.min(SHORT_COMMIT, run.commit().length()));
                return ("suite " + run.suite() + " " + commit).strip();
            }

            String warmUp() {
                return String.format(Locale.ROOT, "warm-up %.0f ms", header.warmUpNanos() / MILLISECOND_NANOS);
            }
        }

        /** The names of runs with these headers, measured in these environments. */
        static MergedNames of(List<RunHeader> headers, List<Environment> environments) {
            List<Source> sources = IntStream.range(0, headers.size())
                    .mapToObj(run -> new Source(headers.get(run), environments.get(run)))
                    .toList();
            return new MergedNames(
                    sources.stream().map(source -> host(source, sources)).toList(), setups(sources));
        }

        /** Appends the machine's id if several machines have the name, and the kernel if the machine had several. */
        private static String host(Source source, List<Source> all) {
            List<Source> namesakes = all.stream()
                    .filter(other -> other.name().equals(source.name()))
                    .toList();
            List<Source> same = namesakes.stream()
                    .filter(other -> other.id().equals(source.id()))
                    .toList();
            String id = same.size() == namesakes.size() ? "" : " (" + source.id() + ")";
            return source.name() + id + (agree(same, Source::kernel) ? "" : ", " + source.kernel());
        }

        private static List<String> setups(List<Source> sources) {
            List<Function<Source, String>> parts = new ArrayList<>();
            Stream.<Function<Source, String>>of(
                            Source::jvm, source -> flags(source, sources), Source::suite, Source::warmUp)
                    .filter(part -> !agree(sources, part))
                    .forEach(parts::add);
            return sources.stream()
                    .map(source ->
                            parts.stream().map(part -> part.apply(source)).collect(Collectors.joining(", ")))
                    .toList();
        }

        /** The flags that not all of the runs have. */
        private static String flags(Source source, List<Source> all) {
            String flags = source.flags().stream()
                    .filter(flag ->
                            !all.stream().allMatch(other -> other.flags().contains(flag)))
                    .collect(Collectors.joining(" "));
            return flags.isEmpty() ? "no further flags" : flags;
        }

        private static boolean agree(List<Source> sources, Function<Source, ?> property) {
            return sources.stream().map(property).distinct().count() == 1;
        }
    }
}
