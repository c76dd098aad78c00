package org.ipcbench.report.export;

import com.google.gson.Gson;
import com.google.gson.GsonBuilder;
import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonNull;
import com.google.gson.JsonObject;
import com.google.gson.JsonPrimitive;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.ipcbench.analysis.doubt.Reason;
import org.ipcbench.figure.Figure;
import org.ipcbench.figure.Figures;
import org.ipcbench.figure.Value;
import org.ipcbench.plan.cell.Dimension;
import org.ipcbench.plan.result.CellResult;
import org.ipcbench.report.export.ExportFormat.Export;
import org.ipcbench.report.file.AtomicFile;

/**
 * The answer and the command, and an object for each cell: its dimensions, its figures with their units, its verdict and the reasons. The names are those
 * of the CSV.
 */
final class JsonExport implements Export {
    static final String FILE_NAME = "cells.json";

    /** Version of the format; increased by changes that are incompatible for readers. */
    private static final int VERSION = 1;

    /** What the names of percentiles do not say by themselves. */
    private static final String PERCENTILES =
            "geometric means over the iterations; those named AllCalls: of all calls together";

    private final Gson gson =
            new GsonBuilder().setPrettyPrinting().disableHtmlEscaping().create();

    @Override
    public void write(ExportedRun run, Path directory) throws IOException {
        List<Figure> columns = Figures.of(run.result(), run.origin()).stream()
                .filter(column -> !Figures.OF_REASONS.contains(column))
                .toList();
        Set<String> identity =
                run.result().dimensions().stream().map(Dimension::csvColumn).collect(Collectors.toSet());
        JsonArray cells = new JsonArray();
        run.result().cells().forEach(result -> cells.add(cell(result, columns, identity)));
        JsonObject file = new JsonObject();
        file.addProperty("version", VERSION);
        file.add("answer", gson.toJsonTree(run.answer().all()));
        file.addProperty("command", run.answer().request().command());
        file.addProperty("machine", run.machine());
        file.addProperty("interrupted", run.result().interrupted());
        file.addProperty("percentiles", PERCENTILES);
        file.add("cells", cells);
        AtomicFile.replace(directory.resolve(FILE_NAME), gson.toJson(file) + "\n");
    }

    private JsonObject cell(CellResult result, List<Figure> columns, Set<String> identity) {
        JsonObject cell = new JsonObject();
        JsonObject figures = new JsonObject();
        for (Figure column : columns) {
            Value value = column.of(result);
            if (value.isNone()) {
                continue; // the cell has no such figure
            }
            if (value instanceof Value.Text || identity.contains(column.column())) {
                cell.add(column.column(), json(column, value));
            } else {
                figures.add(column.column(), figure(column, value));
            }
        }
        cell.add("Reasons", reasons(result.verdict().reasons()));
        cell.add("Notes", reasons(result.verdict().notes()));
        cell.add("Figures", figures);
        return cell;
    }

    private static JsonElement json(Figure figure, Value value) {
        if (value.isNone()) {
            return JsonNull.INSTANCE;
        }
        if (value instanceof Value.Quantity number) {
            return new JsonPrimitive(figure.rounded(number.number()));
        }
        if (value instanceof Value.Several several) {
            JsonArray array = new JsonArray();
            several.values().forEach(each -> array.add(json(figure, each)));
            return array;
        }
        return new JsonPrimitive(figure.text(value));
    }

    private static JsonObject figure(Figure figure, Value value) {
        JsonObject json = new JsonObject();
        json.add("value", json(figure, value));
        String unit = figure.unit().label();
        if (!unit.isEmpty()) {
            json.addProperty("unit", unit);
        }
        return json;
    }

    private JsonElement reasons(List<Reason> reasons) {
        return gson.toJsonTree(reasons.stream().map(JsonExport::reason).toList());
    }

    private static JsonObject reason(Reason reason) {
        JsonObject json = new JsonObject();
        json.addProperty("kind", reason.kind().label());
        json.addProperty("statement", reason.statement());
        if (!reason.advice().isEmpty()) {
            json.addProperty("advice", reason.advice());
        }
        JsonObject numbers = new JsonObject();
        reason.numbers().forEach(numbers::addProperty);
        json.add("numbers", numbers);
        return json;
    }
}
