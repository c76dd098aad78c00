package org.ipcbench.report.html;

import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.ipcbench.report.html.PageTable.PageText;
import org.ipcbench.report.words.Shown;
import org.ipcbench.text.Markup;

/** A column of figures with aligned decimal points; each figure has its error if it has one. */
final class AlignedColumn implements PageColumn {
    /** A space with the width of a digit, if all digits have the same width. */
    private static final String DIGIT = "\u2007";

    /** A space with the width of a point. */
    private static final String POINT = "\u2008";

    private static final String NO_BREAK = "\u00a0";

    private final String header;
    private final List<Shown> rows;
    private final int valueDecimals;
    private final int errorDecimals;
    private final boolean withErrors;
    private final boolean withMarks;

    AlignedColumn(String header, List<Shown> rows) {
        this.header = header;
        this.rows = List.copyOf(rows);
        valueDecimals = decimals(rows.stream());
        errorDecimals = decimals(rows.stream().flatMap(row -> row.error().stream()));
        withErrors = rows.stream().anyMatch(row -> row.error().isPresent());
        withMarks = rows.stream().anyMatch(row -> !row.mark().isEmpty());
    }

    @Override
    public void writeHeading(Markup markup) {
        if (withErrors) {
            markup.element("th", PageText.of(header), "scope", "col", "class", "n", "colspan", "2");
        } else {
            PageColumn.writeHeading(markup, header, "n");
        }
    }

    @Override
    public void writeFoot(Markup markup) {
        if (withErrors) {
            markup.element("td", "", "colspan", "2");
        } else {
            PageColumn.super.writeFoot(markup);
        }
    }

    @Override
    public void writeCell(Markup markup, int row) {
        Shown shown = rows.get(row);
        Optional<Shown> error = shown.error();
        if (error.isEmpty() && !shown.isNumber()) {
            writeText(markup, PageText.of(shown.toString()));
            return;
        }
        markup.element("td", padded(shown, valueDecimals, withMarks), "class", "n");
        if (error.isPresent()) {
            markup.element("td", "± " + padded(error.get(), errorDecimals, false), "class", "e");
        } else if (withErrors) {
            markup.element("td", "");
        }
    }

    /** Writes two speeds, or nothing; a narrow window breaks the line between the speeds only. */
    private void writeText(Markup markup, String text) {
        String unbroken =
                text.replace(" (", NO_BREAK + "(").replace(" %", NO_BREAK + "%").replace(" /", NO_BREAK + "/");
        if (withErrors) {
            markup.element("td", unbroken, "class", "n b", "colspan", "2");
        } else {
            markup.element("td", unbroken, "class", "n b");
        }
    }

    private static int decimals(Stream<Shown> parts) {
        return parts.mapToInt(Shown::decimals).max().orElse(0);
    }

    private static String padded(Shown shown, int decimals, boolean withMarks) {
        if (!shown.isNumber()) {
            return shown.value() + shown.mark();
        }
        int missing = decimals - shown.decimals();
        return shown.value()
                + (missing > 0 && shown.decimals() == 0 ? POINT : "")
                + DIGIT.repeat(missing)
                + (withMarks && shown.mark().isEmpty() ? DIGIT : shown.mark());
    }
}
