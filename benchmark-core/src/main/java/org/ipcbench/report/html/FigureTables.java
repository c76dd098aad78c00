package org.ipcbench.report.html;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.ipcbench.figure.Figure;
import org.ipcbench.figure.Figures;
import org.ipcbench.figure.RunOrigin;
import org.ipcbench.plan.cell.Dimension;
import org.ipcbench.plan.result.RunResult;
import org.ipcbench.report.html.PageTable.PageColumn;
import org.ipcbench.text.Markup;

/**
 * Every figure of {@code output.csv} under its name, and the rates of all iterations.
 *
 * @param run the figures
 */
record FigureTables(RunResult run) {
    /** Longer texts are broken into several lines. */
    private static final int MAX_FIGURE = 32;

    private static final String[] PROSE = {"class", "t"};

    /** A column of the table, with the text of each cell. */
    private record Texts(String name, List<String> texts, boolean isProse) {
        static Texts of(String name, List<String> texts) {
            return new Texts(name, texts, texts.stream().anyMatch(text -> text.length() > MAX_FIGURE));
        }

        boolean isEmpty() {
            return texts.stream().allMatch(String::isEmpty);
        }

        boolean isCommon() {
            return texts.size() > 1 && texts.stream().distinct().count() == 1;
        }
    }

    void write(Markup markup) {
        List<Texts> names = new ArrayList<>();
        Map<Figure.Group, List<Texts>> groups = new EnumMap<>(Figure.Group.class);
        Facts common = new Facts();
        List<String> dimensions =
                run.dimensions().stream().map(Dimension::csvColumn).toList();
        Figures.of(run, RunOrigin.UNKNOWN).forEach(column -> {
            Texts texts = texts(column);
            if (texts.isCommon()) {
                common.add(texts.name(), texts.texts().get(0));
            } else if (dimensions.contains(column.column())) {
                names.add(texts);
            } else if (!texts.isEmpty()) {
                groups.computeIfAbsent(column.group(), unused -> new ArrayList<>())
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
        Stream<PageColumn> named = names.stream()
                .map(name -> column(
                        name.name(),
                        (body, row) -> body.element("th", name.texts().get(row), "scope", "row")));
        Stream<PageColumn> figures = columns.stream()
                .map(column -> column(
                        column.name(),
                        (body, row) ->
                                body.element("td", column.texts().get(row), column.isProse() ? PROSE : new String[0])));
        markup.open("details").element("summary", title);
        new PageTable("all", run.cells().size(), Stream.concat(named, figures).toList()).writeRegion(markup, title);
        markup.close();
    }

    private static PageColumn column(String name, PageColumn.CellWriter cell) {
        return PageColumn.of(head -> head.element("th", name, "scope", "col"), cell);
    }

    private void writeIterations(Markup markup, List<Texts> names) {
        if (run.cells().stream().anyMatch(cell -> IterationTable.rates(cell).length > 1)) {
            List<String> rates =
                    run.cells().stream().map(IterationTable::listed).toList();
            Texts column = new Texts("MiB/s; of latency round trips/s", rates, true);
            writeTable(markup, "Rates of the iterations in their order", names, List.of(column));
        }
    }

    private Texts texts(Figure column) {
        return Texts.of(
                column.column(),
                run.cells().stream().map(cell -> column.text(column.of(cell))).toList());
    }

    /** Names and values, without unknown values. */
    static final class Facts {
        private final Map<String, String> facts = new LinkedHashMap<>();

        Facts add(String name, String value) {
            if (!value.isEmpty()) {
                facts.put(name, value);
            }
            return this;
        }

        boolean isEmpty() {
            return facts.isEmpty();
        }

        void write(Markup markup) {
            markup.open("dl");
            facts.forEach((name, value) ->
                    markup.open("div").element("dt", name).element("dd", value).close());
            markup.close();
        }
    }
}
