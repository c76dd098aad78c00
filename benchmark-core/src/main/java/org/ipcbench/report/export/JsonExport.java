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
import org.ipcbench.plan.cell.Dimension;
import org.ipcbench.plan.result.CellResult;
import org.ipcbench.report.csv.CsvColumn;
import org.ipcbench.report.csv.CsvColumns;
import org.ipcbench.report.file.AtomicFile;
import org.ipcbench.report.words.FigureUnit;

/**
 * An object for each cell: its dimensions, its figures with their units, its verdict and the reasons. The names are those
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
        List<CsvColumn> columns = CsvColumns.of(run.result(), run.origin()).stream()
                .filter(column -> !CsvColumns.OF_REASONS.contains(column))
                .toList();
        Set<String> identity =
                run.result().dimensions().stream().map(Dimension::csvColumn).collect(Collectors.toSet());
        JsonArray cells = new JsonArray();
        run.result().cells().forEach(result -> cells.add(cell(result, columns, identity)));
        JsonObject file = new JsonObject();
        file.addProperty("version", VERSION);
        file.addProperty("machine", run.machine());
        file.addProperty("interrupted", run.result().interrupted());
        file.addProperty("percentiles", PERCENTILES);
        file.add("cells", cells);
        AtomicFile.replace(directory.resolve(FILE_NAME), gson.toJson(file) + "\n");
    }

    private JsonObject cell(CellResult result, List<CsvColumn> columns, Set<String> identity) {
        JsonObject cell = new JsonObject();
        JsonObject figures = new JsonObject();
        for (CsvColumn column : columns) {
            CsvColumn.Value value = column.value().apply(result);
            if (value.isNone()) {
                continue; // the cell has no such figure
            }
            if (value instanceof CsvColumn.Value.Text || identity.contains(column.name())) {
                cell.add(column.name(), json(value));
            } else {
                figures.add(column.name(), figure(column.name(), value));
            }
        }
        cell.add("Reasons", reasons(result.verdict().reasons()));
        cell.add("Notes", reasons(result.verdict().notes()));
        cell.add("Figures", figures);
        return cell;
    }

    private static JsonElement json(CsvColumn.Value value) {
        if (value.isNone()) {
            return JsonNull.INSTANCE;
        }
        if (value instanceof CsvColumn.Value.Figure figure) {
            return new JsonPrimitive(figure.number());
        }
        if (value instanceof CsvColumn.Value.Several several) {
            JsonArray array = new JsonArray();
            several.values().forEach(each -> array.add(json(each)));
            return array;
        }
        return new JsonPrimitive(value.text());
    }

    private static JsonObject figure(String name, CsvColumn.Value value) {
        JsonObject figure = new JsonObject();
        figure.add("value", json(value));
        String unit = FigureUnit.of(name);
        if (!unit.isEmpty()) {
            figure.addProperty("unit", unit);
        }
        return figure;
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
