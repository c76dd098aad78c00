package org.ipcbench.report.html;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.ipcbench.plan.result.RunResult;
import org.ipcbench.report.html.PageTable.PageText;
import org.ipcbench.report.table.DoubtLines;
import org.ipcbench.report.table.DoubtLines.DoubtLine;
import org.ipcbench.text.Markup;

/**
 * The doubts about figures and their remedies, folded by cause.
 *
 * @param run the figures
 */
record DoubtSection(RunResult run) {

    void write(Markup markup) {
        markup.open("section", "id", "doubts").element("h2", "Doubts");
        Map<String, List<DoubtLine>> causes = new LinkedHashMap<>();
        DoubtLines.of(run)
                .lines()
                .forEach(line -> causes.computeIfAbsent(line.heading(), unused -> new ArrayList<>())
                        .add(line));
        if (causes.isEmpty()) {
            markup.element("p", "There is no reason to doubt these figures.");
        }
        causes.forEach((cause, lines) -> {
            markup.open("details", "class", "more cause").open("summary").element("b", cause);
            markup.text(" ")
                    .element(
                            "span",
                            lines.stream().map(DoubtLine::cells).collect(Collectors.joining("; ")),
                            "class",
                            "cells");
            markup.close();
            lines.forEach(line -> {
                if (lines.size() > 1) {
                    markup.element("p", line.cells(), "class", "cells");
                }
                writeStatement(markup, line);
            });
            markup.close();
        });
        List<DoubtLine> notes = DoubtLines.notesOf(run).lines();
        if (!notes.isEmpty()) {
            markup.open("details", "class", "more")
                    .element("summary", "Notes: less than the intervals, or part of every figure");
            writeList(markup, notes);
            markup.close();
        }
        markup.close();
    }

    /** Writes the doubts as a list, with their remedies. */
    static void writeList(Markup markup, List<DoubtLine> lines) {
        markup.open("ul", "class", "doubts");
        lines.forEach(line -> {
            markup.open("li").element("b", line.heading()).text(" ").element("span", line.cells(), "class", "cells");
            writeStatement(markup, line);
            markup.close();
        });
        markup.close();
    }

    private static void writeStatement(Markup markup, DoubtLine line) {
        markup.open("p").text(PageText.of(line.statement()));
        if (!line.advice().isEmpty()) {
            markup.text("; ").element("em", line.advice());
        }
        markup.close();
    }
}
