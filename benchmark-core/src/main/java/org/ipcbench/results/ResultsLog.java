package org.ipcbench.results;

import com.google.gson.Gson;
import com.google.gson.GsonBuilder;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import java.io.Closeable;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import org.ipcbench.plan.Cell;
import org.ipcbench.plan.Dimension;
import org.ipcbench.plan.IterationResult;
import org.ipcbench.plan.Plan;
import org.ipcbench.plan.RunListener;
import org.jspecify.annotations.Nullable;

/**
 * {@code results.jsonl} as it is written: a header, a line an iteration with its histogram, synced as it ends, and an end. Each
 * line has a checksum; docs/results.schema.json describes them.
 */
public final class ResultsLog implements RunListener, Closeable {
    public static final String FILE_NAME = "results.jsonl";

    /** Dimensions that every line begins with, in this order. */
    private static final List<Dimension> FIRST = List.of(Dimension.TRANSPORT, Dimension.QUESTION, Dimension.PLACEMENT);

    /** Takes the place of {@link SealedLine#COUNTS}, and so leaves the rest of the line where it is. */
    private static final byte[] SUPERSEDED = SealedLine.SUPERSEDED.getBytes(StandardCharsets.UTF_8);

    private final Gson gson = new GsonBuilder().disableHtmlEscaping().create();
    /** No channel: Ctrl-C's interrupt would close it and lose what was measured just before. */
    private final RandomAccessFile file;

    private final Path path;
    private final Map<Cell, Integer> indexes;
    private final List<Dimension> dimensions;

    /** Lines that could not be written yet. */
    private final Deque<Line> unwritten = new ArrayDeque<>();

    /** Lines of this run that still count, by what they belong to. */
    private final Map<Lines, List<Line>> valid = new HashMap<>();

    /** Lines that count no longer, where that could not be written yet. */
    private final Deque<Line> superseded = new ArrayDeque<>();

    private long wholeBytes;

    /** When the iteration at hand began. */
    private Instant started = Instant.now();

    /**
     * A record in an empty file.
     *
     * @param plan what is measured
     * @param dimensions what its cells are told apart by
     */
    public ResultsLog(Path path, RandomAccessFile file, Plan plan, List<Dimension> dimensions) {
        this.path = path;
        this.file = file;
        this.dimensions = dimensions;
        indexes = RunHeader.indexes(plan);
    }

    /** Makes the file, and writes the header of a run that is about to measure this plan. */
    public static ResultsLog create(Path path, Plan plan, RunIdentity identity) throws IOException {
        ResultsLog log =
                new ResultsLog(path, new RandomAccessFile(Files.createFile(path).toFile(), "rw"), plan, Dimension.ALL);
        try {
            log.begin(RunHeader.of(plan, identity));
        } catch (IOException e) {
            log.close();
            throw e;
        }
        return log;
    }

    /**
     * Goes on with the record of a run that did not end.
     *
     * @param plan what is measured, with the same cells as the record
     * @param identity of the suite and the boot that go on with it
     */
    public static ResultsLog resume(RunRecord record, Plan plan, RunIdentity identity) throws IOException {
        Path path = record.file();
        ResultsLog log = new ResultsLog(path, new RandomAccessFile(path.toFile(), "rw"), plan, Dimension.ALL);
        try {
            log.takeOver(record);
            log.append(new Line(log.gson.toJson(new ResumedLine(
                    ResumedLine.RECORD, text(Instant.now()), identity.boot(), identity.suite(), identity.commit()))));
        } catch (IOException e) {
            log.close();
            throw e;
        }
        return log;
    }

    /** A repetition that was not completed counts no longer, it is begun anew. */
    private void takeOver(RunRecord record) throws IOException {
        wholeBytes = record.wholeBytes();
        try (LineCursor cursor = new LineCursor(path)) {
            while (cursor.next() && cursor.end() <= wholeBytes) {
                if (cursor.line().contains(SealedLine.COUNTS) && SealedLine.isIntact(cursor.line())) {
                    JsonObject line = JsonParser.parseString(cursor.line()).getAsJsonObject();
                    Lines belonging = new Lines(
                            line.get("round").getAsInt(),
                            Plan.Part.labelled(line.get("part").getAsString()));
                    note(new Line(cursor.line(), cursor.begin()), belonging);
                }
            }
        }
        for (Lines lines : List.copyOf(valid.keySet())) {
            boolean repeated = record.isRepeated(lines.round());
            if (lines.part() == (repeated ? Plan.Part.PLANNED : Plan.Part.REPETITION)) {
                roundSuperseded(lines.round(), lines.part());
            }
        }
    }

    /** Writes the header. */
    public void begin(RunHeader header) throws IOException {
        append(new Line(gson.toJson(header)));
    }

    @Override
    public void iterationStarted(Plan.Turn turn) {
        started = Instant.now();
    }

    /**
     * Appends a line, after those that could not be written before.
     *
     * @throws IOException where that fails; the file then ends with the last whole line, and the other lines wait
     */
    @Override
    public void iterationEnded(IterationResult result) throws IOException {
        Line line = new Line(gson.toJson(json(result, false)));
        note(line, new Lines(result.turn().iteration(), result.turn().part()));
        append(line);
    }

    /** Appends a line about an attempt that does not count; the next attempt begins now. */
    @Override
    public void iterationRepeated(IterationResult paused) throws IOException {
        append(new Line(gson.toJson(json(paused, true))));
        started = Instant.now();
    }

    /**
     * Appends the last line.
     *
     * @param rounds number of rounds that each cell was to have
     * @param interrupted whether the user ended the run early
     */
    public void end(int rounds, boolean interrupted) throws IOException {
        append(new Line(gson.toJson(new EndLine(EndLine.RECORD, text(Instant.now()), rounds, interrupted))));
    }

    private void append(Line line) throws IOException {
        unwritten.add(line);
        writeRest();
    }

    private void note(Line line, Lines belonging) {
        valid.computeIfAbsent(belonging, unused -> new ArrayList<>()).add(line);
    }

    /**
     * Notes in the lines of a round that they count no longer.
     *
     * @throws IOException where that fails; it is tried again with the next line
     */
    @Override
    public void roundSuperseded(int round, Plan.Part part) throws IOException {
        List<Line> lines = valid.remove(new Lines(round, part));
        if (lines != null) {
            superseded.addAll(lines);
            writeRest();
        }
    }

    /**
     * Writes the lines that could not be written before.
     *
     * @throws IOException where that fails again
     */
    public void writeRest() throws IOException {
        while (!unwritten.isEmpty()) {
            Line line = unwritten.getFirst();
            byte[] text = Objects.requireNonNull(line.text);
            try {
                file.setLength(wholeBytes); // without what a full disk took of a line
                file.seek(wholeBytes);
                file.write(text);
                file.getFD().sync();
            } catch (IOException e) {
                throw incomplete(e);
            }
            line.writtenAt(wholeBytes);
            wholeBytes += text.length;
            unwritten.removeFirst();
        }
        while (!superseded.isEmpty()) {
            try {
                file.seek(superseded.getFirst().flagAt);
                file.write(SUPERSEDED);
                file.getFD().sync();
            } catch (IOException e) {
                throw incomplete(e);
            }
            superseded.removeFirst();
        }
    }

    private IOException incomplete(IOException cause) {
        IOException failure = new IOException("cannot write %s: %s".formatted(path, cause.getMessage()), cause);
        try {
            file.setLength(wholeBytes);
        } catch (IOException e) {
            failure.addSuppressed(e);
        }
        return failure;
    }

    @Override
    public void close() throws IOException {
        file.close();
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

    /** What is superseded together. */
    private record Lines(int round, Plan.Part part) {}

    /** A line, and where it says whether it counts; its text is forgotten once it is written. */
    private static final class Line {
        private byte @Nullable [] text;

        private long flagAt;

        /** A line that is to be written. */
        Line(String json) {
            String sealed = SealedLine.seal(json) + "\n";
            text = sealed.getBytes(StandardCharsets.UTF_8);
            flagAt = flagAt(sealed);
        }

        /** A line that an earlier process has written. */
        Line(String sealed, long begin) {
            flagAt = begin + flagAt(sealed);
        }

        private static long flagAt(String line) {
            int flag = line.indexOf(SealedLine.COUNTS);
            return flag < 0 ? 0 : line.substring(0, flag).getBytes(StandardCharsets.UTF_8).length;
        }

        void writtenAt(long begin) {
            flagAt += begin;
            text = null;
        }
    }
}
