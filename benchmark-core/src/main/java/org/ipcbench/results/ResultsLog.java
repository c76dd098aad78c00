package org.ipcbench.results;

import com.google.gson.Gson;
import com.google.gson.JsonObject;
import java.io.Closeable;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
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

/** {@code results.jsonl}: one line an iteration, appended and synced as it ends, with its histogram. */
public final class ResultsLog implements RunListener, Closeable {
    public static final String FILE_NAME = "results.jsonl";

    /** Dimensions that every line begins with, in this order. */
    private static final List<Dimension> FIRST = List.of(Dimension.TRANSPORT, Dimension.QUESTION, Dimension.PLACEMENT);

    /** The property by which a line says that it counts. */
    private static final String COUNTS = "\"superseded\":false";

    /** Takes the place of {@code false}, and so leaves the rest of the line where it is. */
    private static final byte[] SUPERSEDED = "true ".getBytes(StandardCharsets.UTF_8);

    private final Gson gson = new Gson();
    /** No channel: Ctrl-C's interrupt would close it and lose what was measured just before. */
    private final RandomAccessFile file;

    private final Path path;
    private final List<Dimension> dimensions;

    /** Lines that could not be written yet. */
    private final Deque<Line> unwritten = new ArrayDeque<>();

    /** Lines of this run that still count, by what they belong to. */
    private final Map<Lines, List<Line>> valid = new HashMap<>();

    /** Lines that count no longer, where that could not be written yet. */
    private final Deque<Line> superseded = new ArrayDeque<>();

    private long wholeBytes;

    public ResultsLog(Path file) throws IOException {
        this(file, new RandomAccessFile(Files.createFile(file).toFile(), "rw"), Dimension.ALL);
    }

    public ResultsLog(Path path, RandomAccessFile file, List<Dimension> dimensions) {
        this.path = path;
        this.file = file;
        this.dimensions = dimensions;
    }

    /**
     * Appends a line, after those that could not be written before.
     *
     * @throws IOException where that fails; the file then ends with the last whole line, and the other lines wait
     */
    @Override
    public void iterationEnded(IterationResult result) throws IOException {
        Line line = new Line(gson.toJson(json(result)) + "\n");
        unwritten.add(line);
        valid.computeIfAbsent(new Lines(result.turn().iteration(), result.turn().part()), unused -> new ArrayList<>())
                .add(line);
        writeRest();
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

    private JsonObject json(IterationResult result) {
        Cell cell = result.turn().cell();
        JsonObject line = new JsonObject();
        Stream.concat(FIRST.stream(), dimensions.stream())
                .distinct()
                .forEach(dimension ->
                        dimension.of(cell).ifPresent(value -> line.add(dimension.key(), gson.toJsonTree(value))));
        line.addProperty("payload", cell.payloadName());
        line.addProperty("iteration", result.turn().iteration());
        line.addProperty("round", result.turn().iteration());
        line.addProperty("part", result.turn().part().label());
        line.addProperty("superseded", false);
        result.measurement().map(gson::toJsonTree).ifPresent(json -> line.add("measurement", json));
        result.breakdown().map(gson::toJsonTree).ifPresent(json -> line.add("breakdown", json));
        if (!result.failure().isEmpty()) {
            line.addProperty("failure", result.failure());
        }
        return line;
    }

    /** What is superseded together. */
    private record Lines(int round, Plan.Part part) {}

    /** A line, and where it says whether it counts; its text is forgotten once it is written. */
    private static final class Line {
        private byte @Nullable [] text;
        private long flagAt;

        Line(String json) {
            text = json.getBytes(StandardCharsets.UTF_8);
            int flag = json.indexOf(COUNTS) + COUNTS.length() - "false".length();
            flagAt = json.substring(0, flag).getBytes(StandardCharsets.UTF_8).length;
        }

        void writtenAt(long begin) {
            flagAt += begin;
            text = null;
        }
    }
}
