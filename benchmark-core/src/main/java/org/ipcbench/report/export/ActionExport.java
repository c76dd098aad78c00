package org.ipcbench.report.export;

import com.google.gson.Gson;
import com.google.gson.GsonBuilder;
import com.google.gson.JsonArray;
import com.google.gson.JsonObject;
import java.io.IOException;
import java.nio.file.Path;
import org.ipcbench.figure.Figure;
import org.ipcbench.figure.Value;
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
        write(run, Figure.Better.BIGGER, directory.resolve(BIGGER));
        write(run, Figure.Better.SMALLER, directory.resolve(SMALLER));
    }

    private void write(ExportedRun run, Figure.Better better, Path file) throws IOException {
        AtomicFile.replace(file, gson.toJson(entries(run, better)) + "\n");
    }

    private static JsonArray entries(ExportedRun run, Figure.Better better) {
        StableNames names = StableNames.of(run.result());
        JsonArray entries = new JsonArray();
        for (CellResult result : run.result().cells()) {
            ExportedRun.forTracked(result, (figure, number) -> {
                if (figure.better() == better) {
                    entries.add(entry(names.of(result.cell()), figure, number, result, run.machine()));
                }
            });
        }
        return entries;
    }

    private static JsonObject entry(
            String name, Figure figure, Value.Quantity number, CellResult result, String machine) {
        JsonObject entry = new JsonObject();
        entry.addProperty("name", name + ": " + figure.names().words());
        entry.addProperty("unit", figure.names().heading());
        entry.addProperty("value", ExportedRun.rounded(number.number()));
        number.interval()
                .ifPresent(interval -> entry.addProperty(
                        "range",
                        "± "
                                + ExportedRun.rounded(interval.high() - number.number())
                                        .toPlainString()));
        String reasons = result.verdict().text();
        entry.addProperty(
                "extra",
                result.verdict().level().label() + (reasons.isEmpty() ? "" : ": " + reasons) + "\n"
                        + (figure.names().remark().isEmpty()
                                ? ""
                                : figure.names().remark() + "\n") + machine);
        return entry;
    }
}
