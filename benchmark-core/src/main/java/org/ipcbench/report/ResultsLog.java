package org.ipcbench.report;

import com.google.gson.Gson;
import com.google.gson.JsonObject;
import java.io.Closeable;
import java.io.FileOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.ipcbench.plan.Cell;
import org.ipcbench.plan.IterationResult;
import org.ipcbench.plan.RunListener;

/** {@code results.jsonl}: one line an iteration, appended and synced as it ends, with its histogram. */
public final class ResultsLog implements RunListener, Closeable {
    public static final String FILE_NAME = "results.jsonl";

    private final Gson gson = new Gson();
    /** A stream, because Ctrl-C's interrupt would close a channel and lose what was measured just before. */
    private final FileOutputStream file;

    public ResultsLog(Path file) throws IOException {
        this.file = new FileOutputStream(Files.createFile(file).toFile());
    }

    @Override
    public void iterationEnded(IterationResult result) throws IOException {
        file.write((gson.toJson(json(result)) + "\n").getBytes(StandardCharsets.UTF_8));
        file.getFD().sync();
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
