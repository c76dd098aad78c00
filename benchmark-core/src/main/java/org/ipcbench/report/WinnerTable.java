package org.ipcbench.report;

import com.github.freva.asciitable.ColumnData;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.ipcbench.analysis.Verdict;
import org.ipcbench.measure.Question;
import org.ipcbench.plan.CellNames;
import org.ipcbench.plan.CellResult;
import org.ipcbench.plan.Dimension;
import org.ipcbench.plan.RunResult;
import org.ipcbench.transport.WaitStrategy;

/** The fastest at each size: a table a question, a column for each way of waiting. */
final class WinnerTable {
    /** Dimensions that the table tells anyway. */
    private static final List<Dimension> TOLD = List.of(Dimension.TRANSPORT, Dimension.SIZE, Dimension.QUESTION);

    private final CellNames names;
    private final TableStyle style;

    WinnerTable(RunResult result, TableStyle style) {
        names = CellNames.of(result, TOLD);
        this.style = style;
    }

    /** The tables, each ended; none for a question with one size only. */
    String of(List<Standings> standings) {
        Map<Question, List<Standings>> questions = new TreeMap<>();
        standings.forEach(each -> questions
                .computeIfAbsent(each.contest().question(), unused -> new ArrayList<>())
                .add(each));
        StringBuilder text = new StringBuilder();
        questions.forEach((question, contests) -> {
            List<Integer> sizes = contests.stream()
                    .map(each -> each.contest().unitSizeBytes())
                    .distinct()
                    .toList();
            if (sizes.size() > 1) {
                text.append(style.heading("%s, the fastest at each size".formatted(question.label())));
                text.append(style.table(sizes, columns(contests)));
            }
        });
        return text.toString();
    }

    private List<ColumnData<Integer>> columns(List<Standings> contests) {
        List<ColumnData<Integer>> columns = new ArrayList<>();
        columns.add(ClosingTable.number("bytes", String::valueOf));
        contests.stream()
                .map(each -> each.contest().waits())
                .distinct()
                .sorted()
                .forEach(
                        waits -> columns.add(ClosingTable.text(waits.label(), size -> winners(contests, size, waits))));
        return columns;
    }

    private String winners(List<Standings> contests, int unitSizeBytes, WaitStrategy waits) {
        return contests.stream()
                .filter(each -> each.contest().unitSizeBytes() == unitSizeBytes
                        && each.contest().waits() == waits)
                .flatMap(each -> each.winners().stream())
                .map(this::name)
                .collect(Collectors.joining(", "));
    }

    private String name(CellResult winner) {
        Verdict.Level level = winner.verdict().level();
        String doubt = level == Verdict.Level.VALID ? "" : " (%s)".formatted(level.label());
        return winner.cell().transportId() + names.suffix(winner.cell()).replace(", ", " ") + doubt;
    }
}
