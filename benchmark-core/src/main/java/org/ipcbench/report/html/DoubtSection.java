package org.ipcbench.report.html;

import java.util.List;
import org.ipcbench.analysis.doubt.Verdict;
import org.ipcbench.markup.Markup;
import org.ipcbench.plan.cell.CellStatus;
import org.ipcbench.plan.result.RunResult;
import org.ipcbench.report.table.DoubtLines;
import org.ipcbench.report.table.DoubtLines.DoubtLine;

/**
 * The doubts about figures and their remedies.
 *
 * @param run the figures
 */
record DoubtSection(RunResult run) {

    void write(Markup markup) {
        markup.open("section", "id", "doubts").element("h2", "Doubts");
        if (run.interrupted()) {
            markup.element(
                    "p", "The run was interrupted; the page shows what was measured until then.", "class", "notice");
        }
        writeCounts(markup);
        List<DoubtLine> lines = DoubtLines.of(run).lines();
        if (lines.isEmpty()) {
            markup.element("p", "There is no reason to doubt these figures.");
        } else {
            writeList(markup, lines);
        }
        List<DoubtLine> notes = DoubtLines.notesOf(run).lines();
        if (!notes.isEmpty()) {
            markup.open("details").element("summary", "Notes: less than the intervals, or part of every figure");
            writeList(markup, notes);
            markup.close();
        }
        markup.close();
    }

    /** Writes the doubts as a list, with their remedies. */
    static void writeList(Markup markup, List<DoubtLine> lines) {
        markup.open("ul", "class", "doubts");
        lines.forEach(line -> write(markup, line));
        markup.close();
    }

    private static void write(Markup markup, DoubtLine line) {
        markup.open("li").element("b", line.heading()).text(" ").element("span", line.cells(), "class", "cells");
        markup.open("p").text(line.statement());
        if (!line.advice().isEmpty()) {
            markup.text("; ").element("em", line.advice());
        }
        markup.close().close();
    }

    private void writeCounts(Markup markup) {
        markup.open("p", "class", "counts");
        for (Verdict.Level level : Verdict.Level.values()) {
            long count = run.cells().stream()
                    .filter(cell -> cell.status() == CellStatus.MEASURED
                            && cell.verdict().level() == level)
                    .count();
            writeCount(markup, level.label(), count);
        }
        for (CellStatus status : CellStatus.values()) {
            if (status != CellStatus.MEASURED) {
                writeCount(
                        markup,
                        status.label(),
                        run.cells().stream()
                                .filter(cell -> cell.status() == status)
                                .count());
            }
        }
        markup.close();
    }

    private void writeCount(Markup markup, String state, long count) {
        if (count > 0) {
            markup.open("span", "class", "state " + state)
                    .text("%s of %s cells %s".formatted(count, run.cells().size(), state))
                    .close()
                    .text(" ");
        }
    }
}
