package org.ipcbench.report;

import com.google.gson.Gson;
import com.google.gson.JsonObject;
import java.io.Closeable;
import java.io.FileOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.ipcbench.plan.Cell;
import org.ipcbench.plan.IterationResult;
import org.ipcbench.plan.RunListener;

/** {@code results.jsonl}: one line an iteration, appended and synced as it ends, with its histogram. */
public final class ResultsLog implements RunListener, Closeable {
    public static final String FILE_NAME = "results.jsonl";

    private final Gson gson = new Gson();
    /** A stream, because Ctrl-C's interrupt would close a channel and lose what was measured just before. */
    private final FileOutputStream file;

    private final Path path;
    private Optional<String> failure = Optional.empty();

    public ResultsLog(Path file) throws IOException {
        this.file = new FileOutputStream(Files.createFile(file).toFile());
        path = file;
    }

    /**
     * Appends a line.
     *
     * @throws IOException where that fails, and from then on: half a line may be there, and another would become a part of it
     */
    @Override
    public void iterationEnded(IterationResult result) throws IOException {
        if (failure.isPresent()) {
            throw new IOException(failure.get());
        }
        try {
            file.write((gson.toJson(json(result)) + "\n").getBytes(StandardCharsets.UTF_8));
            file.getFD().sync();
        } catch (IOException e) {
            String reason = "cannot write %s: %s".formatted(path, e.getMessage());
            failure = Optional.of(reason);
            throw new IOException(reason, e);
        }
    }

    @Override
    public void close() throws IOException {
        file.close();
    }

    private JsonObject json(IterationResult result) {
        Cell cell = result.turn().cell();
        JsonObject line = new JsonObject();
        line.addProperty("transport", cell.transportId());
        line.addProperty("workload", cell.workloadName());
        line.addProperty("placement", cell.placementName());
        line.addProperty("sizeBytes", cell.sizeBytes());
        if (cell.bufferSizeBytes() != Cell.DEFAULT_BUFFER) {
            line.addProperty("bufferSizeBytes", cell.bufferSizeBytes());
        }
        line.addProperty("iteration", result.turn().iteration());
        result.measurement().ifPresent(measurement -> line.add("measurement", gson.toJsonTree(measurement)));
        result.breakdown().ifPresent(breakdown -> line.add("breakdown", gson.toJsonTree(breakdown)));
        if (!result.failure().isEmpty()) {
            line.addProperty("failure", result.failure());
        }
        return line;
    }
}
