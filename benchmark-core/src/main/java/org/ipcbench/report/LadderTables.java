package org.ipcbench.report;

import com.github.freva.asciitable.AsciiTable;
import com.github.freva.asciitable.Column;
import com.github.freva.asciitable.ColumnData;
import com.github.freva.asciitable.HorizontalAlign;
import java.time.Duration;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.ipcbench.analysis.Reason;
import org.ipcbench.analysis.Summary;
import org.ipcbench.plan.Cell;
import org.ipcbench.plan.CellNames;
import org.ipcbench.plan.CellResult;
import org.ipcbench.plan.CellStatus;
import org.ipcbench.plan.Dimension;
import org.ipcbench.plan.Ladder;
import org.ipcbench.plan.RunResult;
import org.ipcbench.workload.Extent;

/** A table for every rung of the {@link Ladder}, in the order of the plan, with what is to be said of it below. */
public final class LadderTables {
    private static final String NOTES = """
            throughput: messages in one direction, as many as went through in %d s.
            latency: round trips, a message and its answer of the same size each; the duration is that of all of them.
            """;

    /** Instead of a line for every such row: on this ladder it is the rule. */
    private static final String BREVITY =
            "Round trips measured for less than 0.1 s in all say more about scheduling than about the transport; the"
                    + " command latency makes as many as you like.";

    /** Dimensions that every line about a cell tells anyway. */
    private static final List<Dimension> TOLD = List.of(Dimension.TRANSPORT, Dimension.QUESTION, Dimension.SIZE);

    private final Locale locale;
    private final VariantTable variants;

    /** Decimals as this locale writes them; the headings are the suite's terms and not translated. */
    public LadderTables(Locale locale) {
        this.locale = locale;
        variants = new VariantTable(new FigureFormat(locale), TableStyle.TERMINAL);
    }

    /** The tables of all rungs of which anything was tried, the comparison of variants where there are some, and the notes. */
    public String of(RunResult result) {
        StringBuilder text = new StringBuilder();
        for (Ladder.Rung rung : Ladder.RUNGS) {
            List<CellResult> cells = result.cells().stream()
                    .filter(cell -> cell.cell().unitSizeBytes() == rung.messageSizeBytes())
                    .toList();
            if (cells.stream().anyMatch(cell -> cell.status() != CellStatus.NOT_MEASURED)) {
                text.append("%d B x %d%n".formatted(rung.messageSizeBytes(), rung.roundTrips()));
                text.append(table(cells, result)).append(System.lineSeparator());
                reasons(cells, result).forEach(line -> text.append(line).append(System.lineSeparator()));
                text.append(System.lineSeparator());
            }
        }
        String compared = variants.of(result);
        return text.append(compared)
                .append(compared.isEmpty() ? "" : System.lineSeparator())
                .append(notes(result))
                .toString();
    }

    private String table(List<CellResult> cells, RunResult result) {
        return AsciiTable.getTable(
                AsciiTable.BASIC_ASCII_NO_DATA_SEPARATORS,
                cells,
                List.of(
                        column("IPC", HorizontalAlign.LEFT, row -> name(row.cell(), result)),
                        column("type", HorizontalAlign.LEFT, row -> type(row.cell())),
                        figure("transferred messages", summary -> Long.toString(meanMessages(summary))),
                        figure("duration", summary -> new DurationText(summary.meanSeconds() * 1e9).in(locale)),
                        column("success rate", HorizontalAlign.RIGHT, this::success)));
    }

    /** Mean number of messages of an iteration, as the duration is a mean. */
    private static long meanMessages(Summary summary) {
        return Math.round((double) summary.messages() / summary.count());
    }

    /** The transport, and what else tells the rows of a rung apart. */
    private static String name(Cell cell, RunResult result) {
        return cell.transportId() + CellNames.of(result, TOLD).suffix(cell);
    }

    private static String type(Cell cell) {
        return cell.workload().extent() instanceof Extent.Period period
                ? "%s in %d s"
                        .formatted(
                                cell.workloadName(),
                                Duration.ofNanos(period.nanos()).toSeconds())
                : cell.workloadName();
    }

    private String success(CellResult result) {
        return result.summary()
                .map(summary -> String.format(locale, "%.2f %%", summary.successRatePercent()))
                .orElseGet(() -> result.status().label());
    }

    /** Why figures deserve doubt or are missing; what holds for several rows, or for a placement, is said once. */
    private static List<String> reasons(List<CellResult> cells, RunResult run) {
        DoubtLines doubts = new DoubtLines(doubted -> names(doubted, run));
        for (CellResult result : cells) {
            if (result.status() != CellStatus.NOT_MEASURED) {
                doubts.add(
                        result,
                        result.verdict()
                                .accepting(
                                        isCounted(result)
                                                ? EnumSet.of(Reason.Kind.NOT_REPEATED, Reason.Kind.SHORT)
                                                : EnumSet.of(Reason.Kind.NOT_REPEATED)));
            }
        }
        return doubts.lines().stream().map(DoubtLines.DoubtLine::text).toList();
    }

    /** The cells of a rung with the same doubt; what cannot be measured at all is the same for all types. */
    private static String names(List<Cell> cells, RunResult run) {
        if (cells.stream().allMatch(Cell::lacksItsPlacement)) {
            return distinct(cells, Cell::placementName);
        }
        String names = distinct(cells, cell -> name(cell, run));
        return cells.stream().allMatch(cell -> cell.obstacle().isPresent())
                ? names
                : names + ", " + distinct(cells, LadderTables::type);
    }

    private static String distinct(List<Cell> cells, Function<Cell, String> name) {
        return cells.stream().map(name).distinct().collect(Collectors.joining(", "));
    }

    private static String notes(RunResult result) {
        StringBuilder notes = new StringBuilder(NOTES.formatted(Ladder.STREAM.toSeconds()));
        boolean brief = result.cells().stream()
                .filter(LadderTables::isCounted)
                .flatMap(cell -> cell.verdict().reasons().stream())
                .anyMatch(reason -> reason.kind() == Reason.Kind.SHORT);
        if (brief) {
            notes.append(BREVITY).append(System.lineSeparator());
        }
        String missing = result.cells().stream()
                .filter(cell -> cell.status() == CellStatus.NOT_MEASURED)
                .map(cell -> cell.cell().transportId())
                .distinct()
                .collect(Collectors.joining(", "));
        if (!missing.isEmpty()) {
            notes.append("Interrupted before all was measured of: %s%n".formatted(missing));
        }
        return notes.toString();
    }

    /** Whether it was asked for a number of messages, which may take no time to speak of. */
    private static boolean isCounted(CellResult result) {
        return result.cell().workload().extent() instanceof Extent.Count;
    }

    private static ColumnData<CellResult> figure(String header, Function<Summary, String> value) {
        return column(
                header, HorizontalAlign.RIGHT, row -> row.summary().map(value).orElse(""));
    }

    private static ColumnData<CellResult> column(
            String header, HorizontalAlign align, Function<CellResult, String> value) {
        return new Column().header(header).headerAlign(align).dataAlign(align).with(value);
    }
}
