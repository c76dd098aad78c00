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
import java.util.Deque;
import java.util.List;
import java.util.stream.Stream;
import org.ipcbench.plan.Cell;
import org.ipcbench.plan.Dimension;
import org.ipcbench.plan.IterationResult;
import org.ipcbench.plan.RunListener;

/** {@code results.jsonl}: one line an iteration, appended and synced as it ends, with its histogram. */
public final class ResultsLog implements RunListener, Closeable {
    public static final String FILE_NAME = "results.jsonl";

    /** Dimensions that every line begins with, in this order. */
    private static final List<Dimension> FIRST = List.of(Dimension.TRANSPORT, Dimension.QUESTION, Dimension.PLACEMENT);

    private final Gson gson = new Gson();
    /** No channel: Ctrl-C's interrupt would close it and lose what was measured just before. */
    private final RandomAccessFile file;

    private final Path path;
    private final List<Dimension> dimensions;

    /** Lines that could not be written yet. */
    private final Deque<byte[]> unwritten = new ArrayDeque<>();

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
        unwritten.add((gson.toJson(json(result)) + "\n").getBytes(StandardCharsets.UTF_8));
        writeRest();
    }

    /**
     * Writes the lines that could not be written before.
     *
     * @throws IOException where that fails again
     */
    public void writeRest() throws IOException {
        while (!unwritten.isEmpty()) {
            byte[] line = unwritten.getFirst();
            try {
                file.setLength(wholeBytes); // without what a full disk took of a line
                file.seek(wholeBytes);
                file.write(line);
                file.getFD().sync();
            } catch (IOException e) {
                throw incomplete(e);
            }
            wholeBytes += line.length;
            unwritten.removeFirst();
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
        result.measurement().map(gson::toJsonTree).ifPresent(json -> line.add("measurement", json));
        result.breakdown().map(gson::toJsonTree).ifPresent(json -> line.add("breakdown", json));
        if (!result.failure().isEmpty()) {
            line.addProperty("failure", result.failure());
        }
        return line;
    }
}
