package org.ipcbench.report.html;

import java.util.List;
import java.util.Locale;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.ipcbench.environment.Environment;
import org.ipcbench.plan.cell.Cell;
import org.ipcbench.plan.cell.Dimension;
import org.ipcbench.plan.result.CellResult;
import org.ipcbench.plan.result.RunResult;
import org.ipcbench.plot.Scale;
import org.ipcbench.report.words.Request;
import org.ipcbench.text.Markup;

/**
 * The request of the run.
 *
 * @param run the results
 * @param environment has the time of the run
 * @param request what the user typed
 */
record RequestSection(RunResult run, Environment environment, Request request) {
    /** A list of more values than this is shown by its first and last value. */
    private static final int MAX_VALUES = 14;

    void write(Markup markup) {
        markup.open("section", "id", "asked").element("h2", "What was asked");
        markup.open("pre").element("code", request.command()).close();
        Facts facts = new Facts();
        run.dimensions().forEach(dimension -> facts.add(heading(dimension), values(dimension)));
        facts.add("payload", distinct(Cell::payloadName))
                .add("iterations", distinct(run.cells(), result -> Integer.toString(result.plannedIterations())))
                .add("cells", Integer.toString(run.cells().size()))
                .add("seed", Long.toString(environment.seed()))
                .write(markup);
        markup.close();
    }

    /** The title of the run: its questions, transports and sizes. */
    String title() {
        String questions = distinct(Cell::workloadName);
        return "%s of %s at %s"
                .formatted(
                        questions.substring(0, 1).toUpperCase(Locale.ROOT) + questions.substring(1),
                        counted(Dimension.TRANSPORT, "transports", ""),
                        counted(Dimension.SIZE, "message sizes", " bytes"));
    }

    private String counted(Dimension dimension, String things, String unit) {
        List<String> values = list(dimension);
        return values.size() == 1 ? values.get(0) + unit : values.size() + " " + things;
    }

    private static String heading(Dimension dimension) {
        return dimension.label() + (dimension.isNumeric() ? ", " + dimension.unit() : "");
    }

    private String values(Dimension dimension) {
        List<String> values = list(dimension);
        return values.size() <= MAX_VALUES || !dimension.isNumeric()
                ? String.join(", ", values)
                : "%s from %s to %s".formatted(values.size(), values.get(0), values.get(values.size() - 1));
    }

    /** The values of a dimension: numbers ascending, names in the order of the run. */
    private List<String> list(Dimension dimension) {
        Stream<?> values = run.cells().stream()
                .flatMap(result -> dimension.of(result.cell()).stream())
                .distinct();
        return dimension.isNumeric()
                ? values.map(value -> ((Number) value).longValue())
                        .sorted()
                        .map(value -> dimension.unit().equals(Dimension.BYTES) ? Scale.bytes(value) : value.toString())
                        .toList()
                : values.map(String::valueOf).toList();
    }

    private String distinct(Function<Cell, String> value) {
        return distinct(run.cells(), result -> value.apply(result.cell()));
    }

    private static String distinct(List<CellResult> cells, Function<CellResult, String> value) {
        return cells.stream().map(value).distinct().collect(Collectors.joining(", "));
    }
}
