package org.ipcbench.report;

import com.google.gson.Gson;
import com.google.gson.JsonObject;
import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.ipcbench.plan.Cell;
import org.ipcbench.plan.IterationResult;
import org.ipcbench.plan.RunListener;

/** {@code results.jsonl}: one line an iteration, appended and synced as it ends, with its histogram. */
public final class ResultsLog implements RunListener, Closeable {
    public static final String FILE_NAME = "results.jsonl";

    private final Gson gson = new Gson();
    private final FileChannel file;

    public ResultsLog(Path file) throws IOException {
        this.file = FileChannel.open(file, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
    }

    @Override
    public void iterationEnded(IterationResult result) throws IOException {
        ByteBuffer line = StandardCharsets.UTF_8.encode(gson.toJson(json(result)) + "\n");
        while (line.hasRemaining()) {
            file.write(line);
        }
        file.force(true);
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
        line.addProperty("iteration", result.turn().iteration());
        result.measurement().ifPresent(measurement -> line.add("measurement", gson.toJsonTree(measurement)));
        if (!result.failure().isEmpty()) {
            line.addProperty("failure", result.failure());
        }
        return line;
    }
}
