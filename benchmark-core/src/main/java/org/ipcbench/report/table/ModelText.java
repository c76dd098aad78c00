package org.ipcbench.report.table;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.ipcbench.analysis.statistics.Interval;
import org.ipcbench.figure.QuestionFigures;
import org.ipcbench.figure.Ranking.RankingGroup;
import org.ipcbench.model.CostModel;
import org.ipcbench.model.CostModels;
import org.ipcbench.model.CostModels.Crossover;
import org.ipcbench.model.SizeSweep;
import org.ipcbench.plan.cell.Cell;
import org.ipcbench.plan.cell.Dimension;
import org.ipcbench.plan.result.CellResult;
import org.ipcbench.plan.result.RunResult;
import org.ipcbench.report.table.Table.Column;
import org.ipcbench.report.words.FigureFormat;
import org.ipcbench.text.Importance;

/**
 * The costs of messages by size: tables of the cost models, the sizes at which transports overtake each other, and the
 * reasons if some have no model.
 */
public final class ModelText {
    /** The file with all models and crossovers. */
    public static final String FILE = "model.csv";

    /** Dimensions that a title does not name, because tables and lines do. */
    private static final List<Dimension> NOT_IN_TITLES =
            List.of(Dimension.QUESTION, Dimension.SIZE, Dimension.TRANSPORT);

    /** Maximum number of lines, because nobody reads more; the file has all crossovers. */
    private static final int MAX_CROSSOVERS = 8;

    private static final double KIBIBYTE = 1 << 10;
    private static final double MEBIBYTE = 1 << 20;
    private static final double PERCENT = 100;

    private final FigureFormat format;
    private final TableStyle style;

    /** @param locale decimals are written as this locale writes them */
    public ModelText(Locale locale) {
        this(locale, TableStyle.TERMINAL);
    }

    public ModelText(Locale locale, TableStyle style) {
        format = new FigureFormat(locale);
        this.style = style;
    }

    /** A model, as a row. */
    public record Row(SizeSweep sweep, CostModel model) {}

    /**
     * Models that may be compared with each other.
     *
     * @param table a row for each; empty if there is none
     * @param lines the sizes at which transports overtake each other, and the reasons if some have no model
     */
    public record Models(Optional<Table<Row>> table, List<String> lines) {}

    /** The text with an end of line; empty if no transport was measured with several sizes. */
    public String of(RunResult run) {
        StringBuilder text = new StringBuilder();
        for (Models models : models(run)) {
            models.table().map(style::alone).ifPresent(text::append);
            models.lines().forEach(line -> text.append(style.line(line)));
        }
        return text.toString();
    }

    /** The models of a run, and what is said in their place; empty if no transport was measured with several sizes. */
    public List<Models> models(RunResult run) {
        return CostModels.of(run).groups().stream()
                .map(group -> new Models(table(group, run), lines(group, run)))
                .filter(models -> models.table().isPresent() || !models.lines().isEmpty())
                .toList();
    }

    private Optional<Table<Row>> table(CostModels.SweepGroup group, RunResult run) {
        List<Row> rows = group.sweeps().stream()
                .flatMap(sweep -> sweep.model().map(model -> new Row(sweep, model)).stream())
                .toList();
        return rows.isEmpty() ? Optional.empty() : Optional.of(new Table<>(title(group, run), columns(), rows));
    }

    private static String title(CostModels.SweepGroup group, RunResult run) {
        CellResult any = group.sweeps().get(0).cells().get(0);
        return "%s%s, %s: time of a %s = fixed ns + ns/KiB × size"
                .formatted(
                        any.cell().workloadName(),
                        common(any.cell(), run),
                        RankingGroup.of(any, false).waiting(),
                        QuestionFigures.of(any.cell().workload().question())
                                .words()
                                .timed());
    }

    /** What the cells have in common besides their question. */
    private static String common(Cell cell, RunResult run) {
        return run.dimensions().stream()
                .filter(dimension ->
                        !NOT_IN_TITLES.contains(dimension) && dimension.of(cell).isPresent())
                .map(dimension -> ", %s %s".formatted(dimension.label(), dimension.text(cell)))
                .collect(Collectors.joining());
    }

    private List<Column<Row>> columns() {
        return List.of(
                Column.text("transport", (Row row) -> row.sweep().cell().transportId())
                        .important(Importance.KEY),
                Column.words("from", (Row row) -> bytes(row.model().smallestBytes()))
                        .important(Importance.MINOR),
                Column.words("to", (Row row) -> bytes(row.model().largestBytes()))
                        .important(Importance.MINOR),
                Column.words(
                        "fixed ns",
                        row -> withInterval(
                                "%.0f", row.model().fixedNanos(), row.model().fixedInterval())),
                Column.words(
                        "ns/KiB",
                        row -> withInterval(
                                "%.1f",
                                row.model().nanosPerKibibyte(), row.model().perKibibyteInterval())),
                Column.words("scatter", (Row row) -> percent("%.1f", row.model().deviation()))
                        .important(Importance.DETAIL),
                Column.words("worst size", (Row row) -> worst(row.model().worst()))
                        .important(Importance.DETAIL));
    }

    private String worst(CostModel.Residual residual) {
        return "%s at %s".formatted(percent("%+.1f", residual.relative()), bytes(residual.sizeBytes()));
    }

    private String percent(String digits, double share) {
        return format.decimal(digits, PERCENT * share) + " %";
    }

    private String withInterval(String digits, double value, Interval interval) {
        return "%s (%s to %s)"
                .formatted(
                        format.decimal(digits, value),
                        format.decimal(digits, interval.low()),
                        format.decimal(digits, interval.high()));
    }

    private List<String> lines(CostModels.SweepGroup group, RunResult run) {
        List<String> lines = new ArrayList<>();
        List<Crossover> crossovers = group.crossovers();
        boolean isTitled =
                group.sweeps().stream().anyMatch(sweep -> sweep.model().isPresent());
        String where = isTitled ? "" : "%s%s: ".formatted(group.cell().workloadName(), common(group.cell(), run));
        crossovers.stream()
                .limit(MAX_CROSSOVERS)
                .map(crossover -> where + line(crossover))
                .forEach(lines::add);
        if (crossovers.size() > MAX_CROSSOVERS) {
            lines.add("%d more crossovers of slower transports are in %s"
                    .formatted(crossovers.size() - MAX_CROSSOVERS, FILE));
        }
        for (SizeSweep sweep : group.sweeps()) {
            if (sweep.model().isPresent() && !sweep.passedOver().isEmpty()) {
                lines.add("%s: the model leaves out sizes of two speeds: %s"
                        .formatted(
                                sweep.cell().transportId(),
                                sweep.passedOver().stream().map(this::bytes).collect(Collectors.joining(", "))));
            }
        }
        Map<String, List<String>> refused = new LinkedHashMap<>();
        group.sweeps().stream()
                .filter(sweep -> sweep.isForAModel() && sweep.model().isEmpty())
                .forEach(sweep -> refused.computeIfAbsent(sweep.refusal(), unused -> new ArrayList<>())
                        .add(sweep.cell().transportId()));
        Cell any = group.cell();
        refused.forEach((why, transports) -> lines.add("%s, %s%s: no cost model: %s"
                .formatted(String.join(", ", transports), any.workloadName(), common(any, run), why)));
        return lines;
    }

    private String line(Crossover crossover) {
        return "%s is faster at %s, %s at %s"
                .formatted(
                        crossover.below().cell().transportId(),
                        bytes(crossover.interval().low()),
                        crossover.above().cell().transportId(),
                        bytes(crossover.interval().high()));
    }

    /** A size in a form for people. */
    private String bytes(double bytes) {
        if (bytes < KIBIBYTE) {
            return format.decimal("%.0f", bytes) + " B";
        }
        double unit = bytes < MEBIBYTE ? KIBIBYTE : MEBIBYTE;
        double value = bytes / unit;
        return format.decimal(value == Math.rint(value) ? "%.0f" : "%.1f", value)
                + (unit == KIBIBYTE ? " KiB" : " MiB");
    }

    private String bytes(int bytes) {
        return bytes((double) bytes);
    }
}
