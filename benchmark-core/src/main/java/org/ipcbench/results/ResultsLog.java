package org.ipcbench.results;

import com.google.gson.Gson;
import com.google.gson.GsonBuilder;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import java.io.Closeable;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;
import org.ipcbench.plan.Plan;
import org.ipcbench.plan.cell.Cell;
import org.ipcbench.plan.cell.Dimension;
import org.ipcbench.plan.result.IterationResult;
import org.ipcbench.plan.rounds.RunListener;
import org.ipcbench.results.header.RunHeader;
import org.ipcbench.results.header.RunIdentity;
import org.ipcbench.results.header.RunTerms;
import org.ipcbench.results.line.EndLine;
import org.ipcbench.results.line.IterationLine;
import org.ipcbench.results.line.LineCursor;
import org.ipcbench.results.line.ResumedLine;
import org.ipcbench.results.line.SealedLine;
import org.ipcbench.results.line.SyncedLines;
import org.ipcbench.results.line.SyncedLines.LogLine;
import org.jspecify.annotations.Nullable;

/**
 * Writes {@code results.jsonl}: a header, a line for each iteration with its histogram, synced when the iteration ends, and an
 * end line. Each line has a checksum; docs/results.schema.json describes the lines.
 */
public final class ResultsLog implements RunListener, Closeable {
    public static final String FILE_NAME = "results.jsonl";

    /** Dimensions that every line begins with, in this order. */
    private static final List<Dimension> FIRST = List.of(Dimension.TRANSPORT, Dimension.QUESTION, Dimension.PLACEMENT);

    private final Gson gson = new GsonBuilder().disableHtmlEscaping().create();
    private final Path path;
    private final SyncedLines lines;
    private final Optional<RunLock> lock;
    private final Map<Cell, Integer> indexes;
    private final List<Dimension> dimensions;

    /** Lines of this run that still count, by round and part. */
    private final Map<LineGroup, List<LogLine>> valid = new HashMap<>();

    /** When the current iteration began. */
    private Instant started = Instant.now();

    /**
     * A record in an empty file that no other process knows.
     *
     * @param plan what is measured
     * @param dimensions the dimensions that distinguish its cells
     */
    public ResultsLog(Path path, RandomAccessFile file, Plan plan, List<Dimension> dimensions) {
        this(path, file, Optional.empty(), plan, dimensions);
    }

    /** A record in any file, with the lock that keeps other processes from writing it. */
    private ResultsLog(
            Path path, RandomAccessFile file, Optional<RunLock> lock, Plan plan, List<Dimension> dimensions) {
        this.path = path;
        this.lock = lock;
        lines = new SyncedLines(path, file);
        this.dimensions = dimensions;
        indexes = RunHeader.indexes(plan);
    }

    /**
     * Creates the file, and writes the header of a run that is about to measure this plan. The run's directory is locked until
     * the record is closed.
     *
     * @param terms the other data needed to resume the run; null if it cannot be resumed
     */
    public static ResultsLog create(Path path, Plan plan, RunIdentity identity, @Nullable RunTerms terms)
            throws IOException {
        RunLock lock = RunLock.of(path.resolveSibling(""));
        ResultsLog log = opened(lock, Files::createFile, path, plan);
        try {
            log.begin(RunHeader.of(plan, identity, terms));
        } catch (IOException e) {
            log.close();
            throw e;
        }
        return log;
    }

    /**
     * Continues the record of a run that did not end.
     *
     * @param record as it was read after the lock was taken
     * @param lock released when the log is closed
     * @param plan what is measured, with the same cells as the record
     * @param identity of the suite and the boot that continue it
     */
    public static ResultsLog resume(RunRecord record, RunLock lock, Plan plan, RunIdentity identity)
            throws IOException {
        ResultsLog log = opened(lock, existing -> existing, record.file(), plan);
        try {
            log.takeOver(record);
            log.lines.append(new LogLine(log.gson.toJson(new ResumedLine(
                    ResumedLine.RECORD, text(Instant.now()), identity.boot(), identity.suite(), identity.commit()))));
        } catch (IOException e) {
            log.close();
            throw e;
        }
        return log;
    }

    /** Provides the file of a record. */
    private interface RecordFile {
        Path at(Path path) throws IOException;
    }

    private static ResultsLog opened(RunLock lock, RecordFile record, Path path, Plan plan) throws IOException {
        try {
            RandomAccessFile file = new RandomAccessFile(record.at(path).toFile(), "rw");
            return new ResultsLog(path, file, Optional.of(lock), plan, Dimension.ALL);
        } catch (IOException | RuntimeException e) {
            lock.close();
            throw e;
        }
    }

    /**
     * Marks the lines that count no longer: those of an uncompleted repetition, which is measured again from its beginning, and
     * the planned ones of a round whose repetition is complete.
     */
    private void takeOver(RunRecord record) throws IOException {
        long wholeBytes = record.wholeBytes();
        lines.goOnAt(wholeBytes, record.fileBytes() - wholeBytes);
        try (LineCursor cursor = new LineCursor(path)) {
            while (cursor.next() && cursor.end() <= wholeBytes) {
                if (cursor.line().contains(SealedLine.COUNTS) && SealedLine.isIntact(cursor.line())) {
                    JsonObject line = JsonParser.parseString(cursor.line()).getAsJsonObject();
                    LineGroup belonging = new LineGroup(
                            line.get("round").getAsInt(),
                            Plan.Part.labelled(line.get("part").getAsString()));
                    note(new LogLine(cursor.line(), cursor.begin()), belonging);
                }
            }
        }
        for (LineGroup together : List.copyOf(valid.keySet())) {
            boolean repeated = record.isRepeated(together.round());
            if (together.part() == (repeated ? Plan.Part.PLANNED : Plan.Part.REPETITION)) {
                roundSuperseded(together.round(), together.part());
            }
        }
    }

    /** A warning if the lock cannot keep another process from writing the record, too; empty if it can. */
    public Optional<String> weakness() {
        return lock.flatMap(RunLock::weakness);
    }

    /** Writes the header. */
    public void begin(RunHeader header) throws IOException {
        lines.append(new LogLine(header.json()));
    }

    @Override
    public void iterationStarted(Plan.Turn turn) {
        started = Instant.now();
    }

    /**
     * Appends a line, after those that could not be written before.
     *
     * @throws IOException if writing fails; the file then ends with the last whole line, and the other lines wait
     */
    @Override
    public void iterationEnded(IterationResult result) throws IOException {
        LogLine line = new LogLine(gson.toJson(json(result, false)));
        note(line, new LineGroup(result.turn().iteration(), result.turn().part()));
        lines.append(line);
    }

    /** Appends a line about an attempt that does not count; the next attempt begins now. */
    @Override
    public void iterationRepeated(IterationResult paused) throws IOException {
        lines.append(new LogLine(gson.toJson(json(paused, true))));
        started = Instant.now();
    }

    /**
     * Appends the last line.
     *
     * @param rounds number of rounds that each cell was to have
     * @param interrupted whether the user ended the run early
     */
    public void end(int rounds, boolean interrupted) throws IOException {
        lines.append(
                new LogLine(gson.toJson(new EndLine(EndLine.RECORD, text(Instant.now()), rounds, interrupted, null))));
    }

    /** Appends the advice to the record of a run that has ended. */
    public static void advise(Path run, List<String> sentences) throws IOException {
        RunRecord record = RunRecord.read(run, false);
        Optional<EndLine> end = record.end();
        if (end.isPresent()) {
            try (RunLock ignored = RunLock.of(record.directory());
                    SyncedLines lines = new SyncedLines(
                            record.file(), new RandomAccessFile(record.file().toFile(), "rw"))) {
                lines.goOnAt(record.wholeBytes(), record.fileBytes() - record.wholeBytes());
                lines.append(new LogLine(new GsonBuilder()
                        .disableHtmlEscaping()
                        .create()
                        .toJson(end.get().with(sentences))));
            }
        }
    }

    private void note(LogLine line, LineGroup belonging) {
        valid.computeIfAbsent(belonging, unused -> new ArrayList<>()).add(line);
    }

    /**
     * Marks the lines of a round as no longer counting.
     *
     * @throws IOException if writing fails; it is tried again with the next line
     */
    @Override
    public void roundSuperseded(int round, Plan.Part part) throws IOException {
        List<LogLine> obsolete = valid.remove(new LineGroup(round, part));
        if (obsolete != null) {
            lines.supersede(obsolete);
        }
    }

    /**
     * Writes the lines that could not be written before.
     *
     * @throws IOException if writing fails again
     */
    public void writeRest() throws IOException {
        lines.writeRest();
    }

    @Override
    public void close() throws IOException {
        try (lines) {
            if (lock.isPresent()) {
                lock.get().close();
            }
        }
    }

    private JsonObject json(IterationResult result, boolean repeated) {
        Cell cell = result.turn().cell();
        JsonObject line = new JsonObject();
        line.addProperty("record", IterationLine.RECORD);
        line.addProperty("cell", Objects.requireNonNull(indexes.get(cell), "a cell of the plan"));
        Stream.concat(FIRST.stream(), dimensions.stream())
                .distinct()
                .forEach(dimension ->
                        dimension.of(cell).ifPresent(value -> line.add(dimension.key(), gson.toJsonTree(value))));
        line.addProperty("payload", cell.payloadName());
        line.addProperty("iteration", result.turn().iteration());
        line.addProperty("round", result.turn().iteration());
        line.addProperty("part", result.turn().part().label());
        line.addProperty("superseded", false);
        line.addProperty("startedAt", text(started));
        line.addProperty("endedAt", text(Instant.now()));
        result.measurement().map(gson::toJsonTree).ifPresent(json -> line.add("measurement", json));
        result.breakdown().map(gson::toJsonTree).ifPresent(json -> line.add("breakdown", json));
        if (!result.failure().isEmpty()) {
            line.add(
                    "failure", gson.toJsonTree(new IterationLine.Failure(result.failure(), result.paused(), repeated)));
        }
        return line;
    }

    private static String text(Instant instant) {
        return instant.truncatedTo(ChronoUnit.MILLIS).toString();
    }

    /** Lines that are superseded together. */
    private record LineGroup(int round, Plan.Part part) {}
}
