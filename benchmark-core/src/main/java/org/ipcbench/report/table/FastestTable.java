package org.ipcbench.report.table;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.ipcbench.analysis.doubt.Verdict;
import org.ipcbench.measure.sample.Question;
import org.ipcbench.plan.cell.Dimension;
import org.ipcbench.plan.result.CellNames;
import org.ipcbench.plan.result.CellResult;
import org.ipcbench.plan.result.RunResult;
import org.ipcbench.transport.WaitStrategy;

/**
 * The fastest cells at each size of a question, with a column for each way of waiting. Cells that the data cannot
 * distinguish share the place.
 */
public final class FastestTable {
    /** Dimensions that the table shows anyway. */
    private static final List<Dimension> TOLD =
            List.of(Dimension.TRANSPORT, Dimension.SIZE, Dimension.QUESTION, Dimension.PLACEMENT);

    private final List<Ranking> rankings;
    private final CellNames names;

    /**
     * The tables of a run.
     *
     * @param rankings all or some of the run's rankings
     */
    public FastestTable(RunResult run, List<Ranking> rankings) {
        this.rankings = List.copyOf(rankings);
        names = CellNames.of(run, TOLD);
    }

    /**
     * A row.
     *
     * @param placement the placement; empty if the run has only one
     * @param requestBytes size of a message or block
     * @param winners the fastest cells by their way of waiting
     */
    public record Row(String placement, int requestBytes, Map<WaitStrategy, List<CellResult>> winners) {
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
        Map<Place, Map<WaitStrategy, List<CellResult>>> places = new LinkedHashMap<>();
        for (Ranking each : rankings) {
            if (each.group().question() == question) {
                places.computeIfAbsent(Place.of(each), unused -> new EnumMap<>(WaitStrategy.class))
                        .computeIfAbsent(each.group().waits(), unused -> new ArrayList<>())
                        .addAll(each.winners());
            }
        }
        if (places.keySet().stream().map(Place::requestBytes).distinct().count() < 2) {
            return Optional.empty();
        }
        List<Row> rows = places.entrySet().stream()
                .map(each -> new Row(each.getKey().placement(), each.getKey().requestBytes(), each.getValue()))
                .toList();
        List<Column<Row>> columns = new ArrayList<>();
        if (rows.stream().anyMatch(row -> !row.placement().isEmpty())) {
            columns.add(Column.text(Dimension.PLACEMENT.heading(), Row::placement));
        }
        columns.add(Column.number("bytes", row -> Integer.toString(row.requestBytes())));
        waits(rows).forEach(waits -> columns.add(Column.text(waits.label(), row -> names(row.of(waits)))));
        return Optional.of(new Table<>("%s, the fastest at each size".formatted(question.label()), columns, rows));
    }

    private record Place(String placement, int requestBytes) {
        static Place of(Ranking ranking) {
            return new Place(ranking.group().placement(), ranking.group().requestBytes());
        }
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
        return winner.cell().transportId() + names.suffix(winner.cell()).replace(", ", " ") + doubt;
    }
}
