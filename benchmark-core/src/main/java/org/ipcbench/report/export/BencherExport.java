package org.ipcbench.report.export;

import com.google.gson.Gson;
import com.google.gson.GsonBuilder;
import com.google.gson.JsonObject;
import java.io.IOException;
import java.nio.file.Path;
import org.ipcbench.figure.Value;
import org.ipcbench.plan.result.CellResult;
import org.ipcbench.report.file.AtomicFile;
import org.ipcbench.report.words.StableNames;

/** Bencher's metric format: the measures of each cell, with a value and the bounds of its interval. */
final class BencherExport implements Export {
    static final String FILE_NAME = "bmf.json";

    private final Gson gson = new GsonBuilder().setPrettyPrinting().create();

    @Override
    public void write(ExportedRun run, Path directory) throws IOException {
        StableNames names = StableNames.of(run.result());
        JsonObject benchmarks = new JsonObject();
        for (CellResult result : run.result().cells()) {
            JsonObject measures = new JsonObject();
            ExportedRun.forTracked(
                    result, (figure, number) -> measures.add(figure.names().key(), metric(number)));
            if (!measures.isEmpty()) {
                benchmarks.add(names.of(result.cell()), measures);
            }
        }
        AtomicFile.replace(directory.resolve(FILE_NAME), gson.toJson(benchmarks) + "\n");
    }

    private static JsonObject metric(Value.Quantity number) {
        JsonObject metric = new JsonObject();
        metric.addProperty("value", ExportedRun.rounded(number.number()));
        number.interval().ifPresent(interval -> {
            metric.addProperty("lower_value", ExportedRun.rounded(interval.low()));
            metric.addProperty("upper_value", ExportedRun.rounded(interval.high()));
        });
        return metric;
    }
}
