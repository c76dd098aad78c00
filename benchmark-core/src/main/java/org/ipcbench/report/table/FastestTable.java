package org.ipcbench.report.table;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.ipcbench.analysis.doubt.Verdict;
import org.ipcbench.figure.Ranking;
import org.ipcbench.figure.Ranking.RankingGroup;
import org.ipcbench.plan.cell.Dimension;
import org.ipcbench.plan.result.CellNames;
import org.ipcbench.plan.result.CellResult;
import org.ipcbench.plan.result.RunResult;
import org.ipcbench.report.table.Table.Column;
import org.ipcbench.report.words.Shown;
import org.ipcbench.text.Importance;
import org.ipcbench.transport.WaitStrategy;
import org.ipcbench.workload.Question;

/**
 * The fastest cells at each size of a question, of loads at each size and rate, with a column for each way of waiting. Cells that
 * the data cannot distinguish share the place.
 */
public final class FastestTable {
    /** Dimensions that the table shows anyway. */
    static final List<Dimension> SHOWN =
            List.of(Dimension.TRANSPORT, Dimension.SIZE, Dimension.QUESTION, Dimension.RATE, Dimension.PLACEMENT);

    private final List<Ranking> rankings;
    private final CellNames names;

    /**
     * The tables of a run.
     *
     * @param rankings all or some of the run's rankings
     */
    public FastestTable(RunResult run, List<Ranking> rankings) {
        this.rankings = List.copyOf(rankings);
        names = CellNames.ofVarying(run, SHOWN);
    }

    /**
     * A row.
     *
     * @param placement the placement; empty if the run has only one
     * @param requestBytes size of a message or block
     * @param offered the offered load, as text; empty for other questions
     * @param winners the fastest cells by their way of waiting
     */
    public record Row(String placement, int requestBytes, String offered, Map<WaitStrategy, List<CellResult>> winners) {
        public List<CellResult> of(WaitStrategy waits) {
            return winners.getOrDefault(waits, List.of());
        }
    }

    /** The questions of the run. */
    List<Question> questions() {
        return rankings.stream()
                .map(each -> each.group().question())
                .distinct()
                .sorted()
                .toList();
    }

    /** The table; empty for a question with only one size. */
    public Optional<Table<Row>> of(Question question) {
        Map<String, Row> places = new LinkedHashMap<>();
        for (Ranking each : rankings) {
            RankingGroup group = each.group();
            if (group.question() == question) {
                places.computeIfAbsent(
                                FastestSentence.place(each),
                                unused -> new Row(
                                        group.placement(),
                                        group.requestBytes(),
                                        group.offered(),
                                        new EnumMap<>(WaitStrategy.class)))
                        .winners()
                        .computeIfAbsent(group.waits(), unused -> new ArrayList<>())
                        .addAll(each.winners());
            }
        }
        List<Row> rows = List.copyOf(places.values());
        if (rows.stream().map(Row::requestBytes).distinct().count() < 2) {
            return Optional.empty();
        }
        boolean severalRates = rows.stream().map(Row::offered).distinct().count() > 1;
        List<Column<Row>> columns = new ArrayList<>();
        if (rows.stream().anyMatch(row -> !row.placement().isEmpty())) {
            columns.add(
                    Column.text(Dimension.PLACEMENT.heading(), Row::placement).important(Importance.KEY));
        }
        columns.add(Column.number("bytes", (Row row) -> Shown.of(row.requestBytes()))
                .important(Importance.KEY));
        if (severalRates) {
            columns.add(Column.words(Dimension.RATE.heading(), Row::offered).important(Importance.KEY));
        }
        waits(rows)
                .forEach(waits -> columns.add(Column.text(waits.label(), (Row row) -> names(row.of(waits)))
                        .important(Importance.KEY)));
        return Optional.of(new Table<>(
                "%s, the fastest at each size%s".formatted(question.label(), severalRates ? " and rate" : ""),
                columns,
                rows));
    }

    /** The ways of waiting that have a column. */
    public static List<WaitStrategy> waits(List<Row> rows) {
        return rows.stream()
                .flatMap(row -> row.winners().keySet().stream())
                .distinct()
                .sorted()
                .toList();
    }

    private String names(List<CellResult> winners) {
        return winners.stream().map(this::name).collect(Collectors.joining(", "));
    }

    private String name(CellResult winner) {
        Verdict.Level level = winner.verdict().level();
        String doubt = level == Verdict.Level.VALID ? "" : " (%s)".formatted(level.label());
        return winner.cell().transportId() + names.suffixWithoutCommas(winner.cell()) + doubt;
    }
}
