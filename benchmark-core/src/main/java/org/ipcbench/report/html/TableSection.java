package org.ipcbench.report.html;

import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;
import org.ipcbench.plan.result.RunResult;
import org.ipcbench.report.table.LadderTables;
import org.ipcbench.report.table.ModelText;
import org.ipcbench.report.table.Table;
import org.ipcbench.report.table.VariantTable;
import org.ipcbench.report.words.FigureFormat;
import org.ipcbench.report.words.Request;
import org.ipcbench.text.Markup;

/**
 * A section with tables of the terminal's output.
 *
 * @param id the section's id for links
 * @param title its heading
 * @param parts tables with the lines below them
 */
record TableSection(String id, String title, List<TableWithLines> parts) {
    TableSection {
        parts = List.copyOf(parts);
    }

    /**
     * A table with its remarks.
     *
     * @param table the table; empty if there are only lines
     * @param lines the lines below the table
     */
    record TableWithLines(Optional<? extends Table<?>> table, List<String> lines) {}

    /** The sections that answer what a run was made for: its ladder and its variants, if it has them. */
    static List<TableSection> answers(RunResult run, Request request) {
        return Stream.of(ladder(run, request), variants(run))
                .filter(section -> !section.parts().isEmpty())
                .toList();
    }

    /** The cost models of a run; empty if it has none. */
    static List<TableSection> models(RunResult run) {
        TableSection models = ofModels(run);
        return models.parts().isEmpty() ? List.of() : List.of(models);
    }

    private static TableSection ladder(RunResult run, Request request) {
        LadderTables tables = new LadderTables(Locale.ROOT);
        Stream<TableWithLines> rungs =
                tables.rungs(run).stream().map(rung -> new TableWithLines(Optional.of(rung.table()), rung.reasons()));
        List<TableWithLines> parts = LadderTables.areAskedBy(request.arguments())
                ? Stream.concat(rungs, Stream.of(new TableWithLines(Optional.empty(), LadderTables.notes(run))))
                        .toList()
                : List.of();
        return new TableSection("ladder", "Ladder", parts);
    }

    private static TableSection variants(RunResult run) {
        return new TableSection(
                "variants",
                "Variants",
                new VariantTable(new FigureFormat(Locale.ROOT))
                        .of(run).stream()
                                .map(table -> new TableWithLines(Optional.of(table), List.of()))
                                .toList());
    }

    private static TableSection ofModels(RunResult run) {
        return new TableSection(
                "models",
                "Cost models",
                new ModelText(Locale.ROOT)
                        .models(run).stream()
                                .map(models -> new TableWithLines(models.table(), models.lines()))
                                .toList());
    }

    void write(Markup markup) {
        markup.open("section", "id", id).element("h2", title);
        for (TableWithLines part : parts) {
            part.table().ifPresent(table -> PageTable.write(markup, table));
            if (!part.lines().isEmpty()) {
                markup.open("ul", "class", "lines-below");
                part.lines().forEach(line -> markup.element("li", PageText.of(line)));
                markup.close();
            }
        }
        markup.close();
    }
}
