package org.ipcbench.report.table;

import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.ipcbench.analysis.Summary;
import org.ipcbench.analysis.doubt.Reason;
import org.ipcbench.plan.cell.Cell;
import org.ipcbench.plan.cell.CellStatus;
import org.ipcbench.plan.cell.Dimension;
import org.ipcbench.plan.cell.Ladder;
import org.ipcbench.plan.result.CellNames;
import org.ipcbench.plan.result.CellResult;
import org.ipcbench.plan.result.RunResult;
import org.ipcbench.report.table.Table.Column;
import org.ipcbench.report.words.FigureFormat;
import org.ipcbench.report.words.Shown;
import org.ipcbench.text.DurationText;
import org.ipcbench.text.Importance;
import org.ipcbench.workload.Extent;

/** A table for every rung of the {@link Ladder}, in the order of the plan, with remarks below it. */
public final class LadderTables {
    private static final String COMMAND = "reproduce";

    private static final String NOTES = """
            throughput: messages in one direction, as many as went through in %d s.
            latency: round trips, a message and its answer of the same size each; the duration is that of all of them.
            """;

    /** One note instead of a line for every short row, because short rows are usual on this ladder. */
    private static final String BREVITY =
            "Round trips measured for less than 0.1 s in all say more about scheduling than about the transport; the"
                    + " command latency makes as many as you like.";

    private final Locale locale;
    private final FigureFormat format;

    private final TableStyle style;

    /** Tables for a terminal of any width. */
    public LadderTables(Locale locale) {
        this(locale, TableStyle.TERMINAL);
    }

    /** Writes decimals as in this locale; the headings are the suite's terms and are not translated. */
    public LadderTables(Locale locale, TableStyle style) {
        this.locale = locale;
        this.style = style;
        format = new FigureFormat(locale);
    }

    /** Whether a command line asks for the ladder. */
    public static boolean areAskedBy(List<String> arguments) {
        return !arguments.isEmpty() && arguments.get(0).equalsIgnoreCase(COMMAND);
    }

    /** The tables of all measured rungs, the comparison of variants if there are any, and the notes. */
    public String of(RunResult result) {
        StringBuilder text = new StringBuilder();
        for (Rung rung : rungs(result)) {
            text.append(style.line(rung.table().title()));
            text.append(style.grid(rung.table()));
            rung.reasons().forEach(line -> text.append(style.line(line)));
            text.append(System.lineSeparator());
        }
        new VariantTable(format)
                .of(result)
                .map(style::alone)
                .ifPresent(compared -> text.append(compared).append(System.lineSeparator()));
        style.leftOut(rungs(result).stream().map(Rung::table).toList())
                .map(line -> style.line(line + " of report shows them"))
                .ifPresent(text::append);
        notes(result).forEach(note -> text.append(style.line(note)));
        return text.toString();
    }

    /**
     * A rung.
     *
     * @param table its figures
     * @param reasons the reasons for doubtful or missing figures
     */
    public record Rung(Table<CellResult> table, List<String> reasons) {}

    /** The rungs that were tried. */
    public List<Rung> rungs(RunResult result) {
        return Ladder.RUNGS.stream()
                .flatMap(rung -> rung(rung, result).stream())
                .toList();
    }

    private Optional<Rung> rung(Ladder.Rung rung, RunResult result) {
        List<CellResult> cells = result.cells().stream()
                .filter(cell -> cell.cell().requestBytes() == rung.requestBytes())
                .toList();
        return cells.stream().allMatch(cell -> cell.status() == CellStatus.NOT_MEASURED)
                ? Optional.empty()
                : Optional.of(new Rung(
                        new Table<>(
                                "%d B x %d".formatted(rung.requestBytes(), rung.roundTrips()), columns(result), cells),
                        reasons(cells, result)));
    }

    private List<Column<CellResult>> columns(RunResult result) {
        return List.of(
                Column.<CellResult>text("IPC", row -> name(row.cell(), result)).important(Importance.KEY),
                Column.<CellResult>text("type", row -> type(row.cell())).important(Importance.KEY),
                figure("transferred messages", summary -> Shown.of(meanMessages(summary))),
                figure("duration", summary -> Shown.of(new DurationText(summary.meanSeconds() * 1e9).in(locale)))
                        .important(Importance.KEY),
                Column.words("success rate", this::success));
    }

    /** Mean number of messages of an iteration; the duration is a mean, too. */
    private static long meanMessages(Summary summary) {
        return Math.round((double) summary.messages() / summary.count());
    }

    /** The transport, with the other dimensions that distinguish the rows of a rung. */
    private static String name(Cell cell, RunResult result) {
        return cell.transportId()
                + CellNames.of(result, Dimension.TRANSPORT_QUESTION_AND_SIZE).suffix(cell);
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

    /** The reasons for doubtful or missing figures; a reason for several rows, or for a placement, appears only once. */
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
                                                : EnumSet.of(Reason.Kind.NOT_REPEATED))
                                .reasons());
            }
        }
        return doubts.lines().stream().map(DoubtLines.DoubtLine::text).toList();
    }

    /** The names of cells of a rung with the same doubt, without their types if none of them can be measured at all. */
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

    /** Notes about all rungs. */
    public static List<String> notes(RunResult result) {
        List<String> notes = new ArrayList<>(
                NOTES.formatted(Ladder.STREAM.toSeconds()).lines().toList());
        boolean brief = result.cells().stream()
                .filter(LadderTables::isCounted)
                .flatMap(cell -> cell.verdict().reasons().stream())
                .anyMatch(reason -> reason.kind() == Reason.Kind.SHORT);
        if (brief) {
            notes.add(BREVITY);
        }
        String missing = result.cells().stream()
                .filter(cell -> cell.status() == CellStatus.NOT_MEASURED)
                .map(cell -> cell.cell().transportId())
                .distinct()
                .collect(Collectors.joining(", "));
        if (!missing.isEmpty()) {
            notes.add("Interrupted before all was measured of: " + missing);
        }
        return notes;
    }

    /** Whether the extent is a number of messages, which may take very little time. */
    private static boolean isCounted(CellResult result) {
        return result.cell().workload().extent() instanceof Extent.Count;
    }

    private static Column<CellResult> figure(String header, Function<Summary, Shown> value) {
        return Column.optional(header, result -> result.summary().map(value));
    }
}
