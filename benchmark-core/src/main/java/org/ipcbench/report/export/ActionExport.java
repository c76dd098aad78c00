package org.ipcbench.report.export;

import com.google.gson.Gson;
import com.google.gson.GsonBuilder;
import com.google.gson.JsonArray;
import com.google.gson.JsonObject;
import java.io.IOException;
import java.nio.file.Path;
import org.ipcbench.plan.result.CellResult;
import org.ipcbench.report.file.AtomicFile;
import org.ipcbench.report.words.StableNames;

/**
 * The arrays that github-action-benchmark reads as {@code customBiggerIsBetter} and {@code customSmallerIsBetter}. Its
 * other formats have one direction for all figures.
 */
final class ActionExport implements Export {
    static final String BIGGER = "github-bigger-is-better.json";
    static final String SMALLER = "github-smaller-is-better.json";

    private final Gson gson = new GsonBuilder().setPrettyPrinting().create();

    @Override
    public void write(ExportedRun run, Path directory) throws IOException {
        for (TrackedFigure.Better better : TrackedFigure.Better.values()) {
            AtomicFile.replace(directory.resolve(fileName(better)), gson.toJson(entries(run, better)) + "\n");
        }
    }

    private static String fileName(TrackedFigure.Better better) {
        return switch (better) {
            case BIGGER -> BIGGER;
            case SMALLER -> SMALLER;
        };
    }

    private static JsonArray entries(ExportedRun run, TrackedFigure.Better better) {
        StableNames names = StableNames.of(run.result());
        JsonArray entries = new JsonArray();
        for (CellResult result : run.result().cells()) {
            TrackedFigure.of(result).stream()
                    .filter(figure -> figure.better() == better)
                    .forEach(figure -> entries.add(entry(names.of(result.cell()), figure, result, run.machine())));
        }
        return entries;
    }

    private static JsonObject entry(String name, TrackedFigure figure, CellResult result, String machine) {
        JsonObject entry = new JsonObject();
        entry.addProperty("name", name + ": " + figure.words());
        entry.addProperty("unit", figure.unit());
        entry.addProperty("value", TrackedFigure.rounded(figure.value()));
        figure.interval()
                .ifPresent(interval -> entry.addProperty(
                        "range",
                        "± "
                                + TrackedFigure.rounded(interval.high() - figure.value())
                                        .toPlainString()));
        String reasons = result.verdict().text();
        entry.addProperty(
                "extra",
                result.verdict().level().label() + (reasons.isEmpty() ? "" : ": " + reasons) + "\n"
                        + (figure.remark().isEmpty() ? "" : figure.remark() + "\n") + machine);
        return entry;
    }
}
