package org.ipcbench.results;

import com.google.gson.Gson;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParseException;
import com.google.gson.JsonParser;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.LongSummaryStatistics;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.stream.IntStream;
import org.ipcbench.launch.Breakdown;
import org.ipcbench.plan.Plan;
import org.ipcbench.plan.Plan.Earlier;
import org.ipcbench.plan.cell.Cell;
import org.ipcbench.plan.result.IterationResult;
import org.ipcbench.results.RunSource.UnreadableRunException;
import org.ipcbench.results.header.RunHeader;
import org.ipcbench.results.line.EndLine;
import org.ipcbench.results.line.IterationLine;
import org.ipcbench.results.line.LineCursor;
import org.ipcbench.results.line.ResumedLine;
import org.ipcbench.results.line.SealedLine;
import org.ipcbench.text.MissingValue;
import org.jspecify.annotations.Nullable;

/** {@code results.jsonl}, read back: its header, and the iterations that count. */
public final class RunRecord {
    /** The member of a line that says what it is. */
    static final String KIND = "record";

    private final Gson gson = new Gson();
    private final RunSource source;

    /** Its name in messages. */
    private final String file;

    private final boolean salvage;
    private final List<String> remarks = new ArrayList<>();
    private final Set<Integer> damagedLines = new HashSet<>();

    private final CountedRounds counted = new CountedRounds();
    private @Nullable RunHeader header;
    private @Nullable EndLine end;
    private int lastRound;
    private int highestRound;
    private long wholeBytes;
    private long fileBytes;

    private RunRecord(RunSource source, boolean salvage) {
        this.source = source;
        file = source.place(ResultsLog.FILE_NAME);
        this.salvage = salvage;
    }

    /**
     * Reads the record of a run.
     *
     * @param run the run's directory, its {@value ResultsLog#FILE_NAME}, or a shared run
     * @param salvage whether to skip damaged lines; otherwise they make the record unreadable
     * @throws UnreadableRunException if there is none, or none that this version reads
     */
    public static RunRecord read(Path run, boolean salvage) throws IOException {
        return read(RunSource.of(run), salvage);
    }

    static RunRecord read(RunSource source, boolean salvage) throws IOException {
        RunRecord record = new RunRecord(source, salvage);
        record.scan();
        return record;
    }

    /** The header, which says what the run was to measure. */
    public RunHeader header() {
        return Objects.requireNonNull(header);
    }

    /** Remarks on the record for its reader, one line each. */
    public List<String> remarks() {
        return List.copyOf(remarks);
    }

    /** Whether the run was not killed. */
    public boolean hasEnded() {
        return end != null;
    }

    /** The advice in sentences as they were printed; empty if the run was made for none, or did not get that far. */
    public List<String> advice() {
        return end == null || end.advice() == null ? List.of() : end.advice();
    }

    /** The last line of a run that was not killed. */
    Optional<EndLine> end() {
        return Optional.ofNullable(end);
    }

    /** Whether the run was killed, or the user ended it early. */
    public boolean isInterrupted() {
        return end == null || end.interrupted();
    }

    /** Number of rounds that each cell was to have. */
    public int rounds() {
        return end == null ? Math.max(header().rounds(), lastRound) : end.rounds();
    }

    /** The highest number that a round of an iteration has; extra iterations of single cells follow the rounds. */
    int highestRound() {
        return Math.max(rounds(), highestRound);
    }

    /** The results of the run so far, for a plan with the header's cells in their order. */
    public Earlier earlier(Plan plan) throws IOException {
        Set<Plan.Turn> turns = new HashSet<>();
        LongSummaryStatistics times = new LongSummaryStatistics();
        forEachIteration(plan, result -> {
            turns.add(result.turn());
            result.breakdown().map(Breakdown::totalNanos).ifPresent(times::accept);
        });
        counted.repeated().forEach(round -> plan.cells().forEach(cell -> turns.add(new Plan.Turn(cell, round))));
        counted.replaced(header().rounds())
                .forEach(cell -> IntStream.rangeClosed(1, plan.iterations())
                        .forEach(round -> turns.add(new Plan.Turn(plan.cells().get(cell), round))));
        return new Earlier(turns, counted.repeated(), Math.round(times.getAverage()));
    }

    /** Whether a round was measured again. */
    boolean isRepeated(int round) {
        return counted.repeated().contains(round);
    }

    /** Length of the record up to the end of its last whole line, in bytes. */
    long wholeBytes() {
        return wholeBytes;
    }

    /** Length of the record when it was read, including the bytes after its last whole line, in bytes. */
    long fileBytes() {
        return fileBytes;
    }

    /** Where the record and the environment are. */
    public RunSource source() {
        return source;
    }

    Path file() {
        return directory().resolve(ResultsLog.FILE_NAME);
    }

    /** The directory of a run that is not only read. */
    public Path directory() {
        return source.directory().orElseThrow();
    }

    /**
     * Passes on the iterations that count, in their order, with their latencies.
     *
     * @param plan a plan whose cells the iterations are to belong to, in the order of the header's cells
     */
    public void forEachIteration(Plan plan, Consumer<IterationResult> consumer) throws IOException {
        forEachIteration(plan, line -> counted.counts(line, header().rounds()), consumer);
    }

    /** Passes on the iterations of cells that were to be measured again, and are not yet in every round. */
    public void forEachUnfinished(Plan plan, Consumer<IterationResult> consumer) throws IOException {
        forEachIteration(
                plan,
                line -> line.planned() == Plan.Part.AGAIN && !line.isRepeated() && !isReplaced(line.cell()),
                consumer);
    }

    /** Whether the cell with this index was measured again in every planned round, so that nothing earlier counts. */
    boolean isReplaced(int cell) {
        return counted.isReplaced(cell, header().rounds());
    }

    private void forEachIteration(Plan plan, Predicate<IterationLine> wanted, Consumer<IterationResult> consumer)
            throws IOException {
        List<Cell> cells = plan.measured();
        try (LineCursor cursor = new LineCursor(source.open(ResultsLog.FILE_NAME))) {
            while (cursor.next()) {
                if (!damagedLines.contains(cursor.number())) {
                    iteration(cursor.line())
                            .filter(wanted)
                            .map(line -> line.result(cells.get(line.cell())))
                            .ifPresent(consumer);
                }
            }
        }
    }

    /** Receives a line. */
    public interface LineConsumer {
        void accept(JsonObject line) throws IOException;
    }

    /** Passes on the lines about iterations as they were written, including those that count no longer. */
    void forEachIterationLine(LineConsumer consumer) throws IOException {
        forEachLine(line -> {
            if (line.get(KIND).getAsString().equals(IterationLine.RECORD)) {
                consumer.accept(line);
            }
        });
    }

    /** Passes on all lines as they were written, beginning with the header, but none that is damaged. */
    public void forEachLine(LineConsumer consumer) throws IOException {
        try (LineCursor cursor = new LineCursor(source.open(ResultsLog.FILE_NAME))) {
            while (cursor.next()) {
                Optional<JsonObject> line =
                        damagedLines.contains(cursor.number()) ? Optional.empty() : object(cursor.line());
                if (line.isPresent()) {
                    consumer.accept(line.get());
                }
            }
        }
    }

    private void scan() throws IOException {
        try (LineCursor cursor = new LineCursor(source.open(ResultsLog.FILE_NAME))) {
            if (!cursor.next()) {
                if (cursor.isEndless()) {
                    throw new UnreadableRunException("%s, line 1: damaged, no header".formatted(file));
                }
                throw new UnreadableRunException(file + " is empty: the run ended before it began to measure");
            }
            header = new HeaderReader(file).read(cursor.line());
            wholeBytes = cursor.end();
            while (cursor.next()) {
                if (!take(cursor.line())) {
                    damagedLines.add(cursor.number());
                    continue;
                }
                wholeBytes = cursor.end();
            }
            fileBytes = cursor.end() + cursor.restBytes();
            if (cursor.isEndless()) {
                damagedLines.add(cursor.number() + 1);
                fileBytes = Math.max(fileBytes, source.bytes(ResultsLog.FILE_NAME));
            }
            int torn = cursor.restBytes() == 0 && damagedLines.contains(cursor.number()) ? cursor.number() : 0;
            if (torn > 0 || (cursor.restBytes() > 0 && !cursor.isEndless())) {
                remarks.add("the last line of %s is incomplete and ignored".formatted(file));
            }
            report(damagedLines.stream()
                    .filter(number -> number != torn)
                    .sorted()
                    .toList());
        }
        if (end == null) {
            remarks.add("the run has not ended: it was killed, or is still running");
        }
    }

    private void report(List<Integer> damaged) throws UnreadableRunException {
        for (int number : damaged) {
            if (!salvage) {
                throw new UnreadableRunException(
                        "%s, line %d: damaged; --ignore damaged uses the other lines".formatted(file, number));
            }
            remarks.add("%s, line %d: damaged, ignored".formatted(file, number));
        }
    }

    /** Stores a line after the header; false if it is damaged. */
    private boolean take(String line) {
        if (!SealedLine.isIntact(line)) {
            return false;
        }
        try {
            JsonObject json = object(line).orElseThrow();
            switch (json.get(KIND).getAsString()) {
                case IterationLine.RECORD -> take(complete(gson.fromJson(json, IterationLine.class)));
                case EndLine.RECORD -> end = complete(gson.fromJson(json, EndLine.class));
                case ResumedLine.RECORD -> end = null;
                default -> {
                    return false;
                }
            }
            return true;
        } catch (RuntimeException e) { // invalid JSON, or an invalid value
            return false;
        }
    }

    private void take(IterationLine line) {
        if (line.cell() < 0
                || line.cell() >= header().cells().size() + header().baselines().size()) {
            throw new IllegalArgumentException("no cell " + line.cell());
        }
        highestRound = Math.max(highestRound, line.round());
        if (line.planned() == Plan.Part.PLANNED) {
            lastRound = Math.max(lastRound, line.round());
        }
        counted.take(line);
    }

    private Optional<IterationLine> iteration(String line) {
        JsonObject json = object(line).orElseThrow();
        return json.get(KIND).getAsString().equals(IterationLine.RECORD)
                ? Optional.ofNullable(gson.fromJson(json, IterationLine.class))
                : Optional.empty();
    }

    /** The line, which lacks nothing; later versions may leave out something, or know constants that this one does not. */
    private static <T extends Record> T complete(@Nullable T line) {
        if (line == null || !MissingValue.in(line).isEmpty()) {
            throw new IllegalArgumentException("something is missing");
        }
        return line;
    }

    /** The line as an object; empty if it is none. */
    static Optional<JsonObject> object(String line) {
        try {
            return JsonParser.parseString(line) instanceof JsonObject json ? Optional.of(json) : Optional.empty();
        } catch (JsonParseException e) {
            return Optional.empty();
        }
    }

    /** Which iterations of a record count, after rounds and cells were measured again. */
    private static final class CountedRounds {
        /** Rounds whose planned iterations count no longer, because the repetition is complete. */
        private final Set<Integer> repeated = new HashSet<>();

        /** Rounds in which a cell, by its index, was measured again without a failure. */
        private final Map<Integer, Set<Integer>> again = new HashMap<>();

        /** Takes note of a line of the record. */
        void take(IterationLine line) {
            if (line.planned() == Plan.Part.PLANNED && line.superseded()) {
                repeated.add(line.round());
            }
            if (line.planned() == Plan.Part.AGAIN && line.measurement() != null) {
                again.computeIfAbsent(line.cell(), unused -> new HashSet<>()).add(line.round());
            }
        }

        /** The rounds that were measured again. */
        Set<Integer> repeated() {
            return Collections.unmodifiableSet(repeated);
        }

        /** Whether the cell with this index was measured again in every planned round, so that nothing earlier counts. */
        boolean isReplaced(int cell, int plannedRounds) {
            return again.getOrDefault(cell, Set.of()).stream()
                            .filter(round -> round <= plannedRounds)
                            .count()
                    == plannedRounds;
        }

        /** The indices of the cells that were measured again in every planned round. */
        List<Integer> replaced(int plannedRounds) {
            return again.keySet().stream()
                    .filter(cell -> isReplaced(cell, plannedRounds))
                    .toList();
        }

        /**
         * Whether the iteration counts. A superseded failure still counts as one, since the figures of its round are those of
         * the repetition.
         */
        boolean counts(IterationLine line, int plannedRounds) {
            boolean isReplaced = isReplaced(line.cell(), plannedRounds);
            return !line.isRepeated()
                    && switch (line.planned()) {
                        case BASELINE -> true;
                        case PLANNED -> !isReplaced && (!repeated.contains(line.round()) || line.failure() != null);
                        case REPETITION -> !isReplaced && !line.superseded() && repeated.contains(line.round());
                        case EXTRA -> !isReplaced;
                        case AGAIN -> isReplaced;
                    };
        }
    }

    /**
     * Reads the header of a record.
     *
     * @param file the record's name in messages
     */
    private record HeaderReader(String file) {
        /** Reads the header from the first line of a record. */
        RunHeader read(String line) throws UnreadableRunException {
            JsonObject json = RunRecord.object(line)
                    .orElseThrow(() -> new UnreadableRunException("%s, line 1: damaged, no header".formatted(file)));
            if (!json.has(RunRecord.KIND) || !json.has("schema")) {
                throw new UnreadableRunException(
                        "%s has no header; it was written before the first release and cannot be read".formatted(file));
            }
            String schema = text(json.get("schema"));
            if (!schema.equals(Integer.toString(RunHeader.SCHEMA))) {
                throw new UnreadableRunException(
                        "%s has schema %s, and this version reads schema %d; use version %s or later"
                                .formatted(file, schema, RunHeader.SCHEMA, suite(json)));
            }
            if (!SealedLine.isIntact(line)) {
                throw new UnreadableRunException("%s, line 1: damaged, no header".formatted(file));
            }
            try {
                RunHeader read = RunHeader.read(json);
                read.plan(); // throws if the header is inconsistent
                return read;
            } catch (RuntimeException e) { // invalid JSON, or an invalid value
                throw new UnreadableRunException(
                        "%s, line 1: not a header of schema %s%s".formatted(file, schema, reason(e)), e);
            }
        }

        /** This suite's own message about a value; empty if the JSON parser failed before. */
        private static String reason(Throwable problem) {
            for (Throwable cause = problem; cause != null; cause = cause.getCause()) {
                if (cause.getClass() == IllegalArgumentException.class) {
                    return ": " + cause.getMessage();
                }
            }
            return "";
        }

        private static String suite(JsonObject header) {
            return header.get("run") instanceof JsonObject run && run.has("suite")
                    ? text(run.get("suite"))
                    : "a newer one";
        }

        private static String text(JsonElement value) {
            return value.isJsonPrimitive() ? value.getAsString() : value.toString();
        }
    }
}
