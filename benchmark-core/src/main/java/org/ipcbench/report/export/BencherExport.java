package org.ipcbench.report.export;

import com.google.gson.Gson;
import com.google.gson.GsonBuilder;
import com.google.gson.JsonObject;
import java.io.IOException;
import java.nio.file.Path;
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
            TrackedFigure.of(result).forEach(figure -> measures.add(figure.key(), metric(figure)));
            if (!measures.isEmpty()) {
                benchmarks.add(names.of(result.cell()), measures);
            }
        }
        AtomicFile.replace(directory.resolve(FILE_NAME), gson.toJson(benchmarks) + "\n");
    }

    private static JsonObject metric(TrackedFigure figure) {
        JsonObject metric = new JsonObject();
        metric.addProperty("value", TrackedFigure.rounded(figure.value()));
        figure.interval().ifPresent(interval -> {
            metric.addProperty("lower_value", TrackedFigure.rounded(interval.low()));
            metric.addProperty("upper_value", TrackedFigure.rounded(interval.high()));
        });
        return metric;
    }
}
