package org.ipcbench.report.html;

import java.util.List;
import org.ipcbench.analysis.Verdict;
import org.ipcbench.markup.Markup;
import org.ipcbench.plan.CellResult;
import org.ipcbench.plot.SeriesLook;
import org.ipcbench.report.SeriesNames;
import org.ipcbench.report.Standings;
import org.ipcbench.transport.WaitStrategy;

/**
 * The fastest at each size, and those that the data cannot tell from the fastest.
 *
 * @param standings of one question
 * @param names the names of cells
 */
record FastestTable(List<Standings> standings, SeriesNames names) {
    FastestTable {
        standings = List.copyOf(standings);
    }

    /** Writes the table where there are several sizes. */
    void write(Markup markup) {
        List<Integer> sizes = standings.stream()
                .map(each -> each.contest().unitSizeBytes())
                .distinct()
                .toList();
        if (sizes.size() < 2) {
            return;
        }
        List<WaitStrategy> waits = standings.stream()
                .map(each -> each.contest().waits())
                .filter(each -> each != WaitStrategy.NONE)
                .distinct()
                .sorted()
                .toList();
        markup.open("div", "class", "wide").open("table", "class", "fastest");
        markup.element("caption", "The fastest at each size; cells that the data cannot tell apart share the place");
        markup.open("thead").open("tr").element("th", "bytes", "scope", "col", "class", "n");
        waits.forEach(each -> markup.element("th", each.label(), "scope", "col"));
        markup.close().close().open("tbody");
        for (int size : sizes) {
            markup.open("tr").open("th", "scope", "row", "class", "n");
            standings.stream()
                    .filter(each -> each.contest().unitSizeBytes() == size)
                    .limit(1)
                    .forEach(
                            each -> markup.element("a", Integer.toString(size), "href", "#" + ContestSection.id(each)));
            markup.close();
            waits.forEach(each -> writeWinners(markup, size, each));
            markup.close();
        }
        markup.close().close().close();
    }

    private void writeWinners(Markup markup, int size, WaitStrategy waits) {
        markup.open("td");
        standings.stream()
                .filter(each ->
                        each.contest().unitSizeBytes() == size && each.contest().waits() == waits)
                .forEach(each -> writeWinners(markup, each.winners()));
        markup.close();
    }

    private void writeWinners(Markup markup, List<CellResult> winners) {
        List<SeriesLook> looks = names.looks(winners);
        for (int i = 0; i < winners.size(); i++) {
            CellResult winner = winners.get(i);
            markup.open("span", "class", "winner");
            looks.get(i).writeKey(markup);
            markup.text(names.row(winner));
            if (winner.verdict().level() != Verdict.Level.VALID) {
                markup.element("small", " " + winner.verdict().level().label());
            }
            markup.close();
        }
    }
}
