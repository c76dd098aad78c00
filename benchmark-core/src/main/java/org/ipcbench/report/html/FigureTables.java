package org.ipcbench.report.html;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.ipcbench.markup.Markup;
import org.ipcbench.plan.CellResult;
import org.ipcbench.plan.Dimension;
import org.ipcbench.plan.RunResult;
import org.ipcbench.report.CsvColumn;
import org.ipcbench.report.CsvColumns;

/**
 * Every figure of {@code output.csv} under its name, and the rates of all iterations.
 *
 * @param run what was measured
 */
record FigureTables(RunResult run) {
    /** Longer texts are set in several lines. */
    private static final int MAX_FIGURE = 32;
    /** A column of the table, with the text of each cell. */
    private record Texts(String name, List<String> texts) {
        boolean isEmpty() {
            return texts.stream().allMatch(String::isEmpty);
        }

        boolean isProse() {
            return texts.stream().anyMatch(text -> text.length() > MAX_FIGURE);
        }

        boolean isCommon() {
            return texts.size() > 1 && texts.stream().distinct().count() == 1;
        }
    }

    void write(Markup markup) {
        List<Texts> names = new ArrayList<>();
        Map<FigureGroup, List<Texts>> groups = new EnumMap<>(FigureGroup.class);
        Facts common = new Facts();
        List<String> dimensions =
                run.dimensions().stream().map(Dimension::csvColumn).toList();
        CsvColumns.of(run).forEach(column -> {
            Texts texts = texts(column);
            if (texts.isCommon()) {
                common.add(texts.name(), texts.texts().get(0));
            } else if (dimensions.contains(column.name())) {
                names.add(texts);
            } else if (!texts.isEmpty()) {
                groups.computeIfAbsent(FigureGroup.of(column.name()), unused -> new ArrayList<>())
                        .add(texts);
            }
        });
        markup.open("section", "id", "figures").element("h2", "All figures");
        markup.element("p", "Every figure of output.csv under the name it has there.", "class", "lead");
        if (!common.isEmpty()) {
            markup.open("details").element("summary", "The same for every cell");
            common.write(markup);
            markup.close();
        }
        groups.forEach((group, columns) -> writeTable(markup, group.title(), names, columns));
        writeIterations(markup, names);
        markup.close();
    }

    private void writeTable(Markup markup, String title, List<Texts> names, List<Texts> columns) {
        openTable(markup, title, names);
        columns.forEach(column -> markup.element("th", column.name(), "scope", "col"));
        markup.close().close().open("tbody");
        for (int row = 0; row < run.cells().size(); row++) {
            openRow(markup, names, row);
            for (Texts column : columns) {
                if (column.isProse()) {
                    markup.element("td", column.texts().get(row), "class", "t");
                } else {
                    markup.element("td", column.texts().get(row));
                }
            }
            markup.close();
        }
        closeTable(markup);
    }

    private void writeIterations(Markup markup, List<Texts> names) {
        if (run.cells().stream().allMatch(cell -> IterationTable.rates(cell).length < 2)) {
            return;
        }
        openTable(markup, "Rates of the iterations in their order", names);
        markup.element("th", "MiB/s; of latency round trips/s", "scope", "col");
        markup.close().close().open("tbody");
        for (int row = 0; row < run.cells().size(); row++) {
            CellResult cell = run.cells().get(row);
            openRow(markup, names, row);
            markup.element("td", IterationTable.listed(cell), "class", "t").close();
        }
        closeTable(markup);
    }

    private static void openTable(Markup markup, String title, List<Texts> names) {
        markup.open("details").element("summary", title);
        markup.open("div", "class", "wide", "role", "region", "aria-label", title, "tabindex", "0");
        markup.open("table", "class", "all").open("thead").open("tr");
        names.forEach(name -> markup.element("th", name.name(), "scope", "col"));
    }

    private static void openRow(Markup markup, List<Texts> names, int row) {
        markup.open("tr");
        names.forEach(name -> markup.element("th", name.texts().get(row), "scope", "row"));
    }

    private static void closeTable(Markup markup) {
        markup.close().close().close().close();
    }

    private Texts texts(CsvColumn column) {
        return new Texts(column.name(), run.cells().stream().map(column.value()).toList());
    }
}
