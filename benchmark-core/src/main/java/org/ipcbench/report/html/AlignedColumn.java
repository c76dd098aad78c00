package org.ipcbench.report.html;

import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.ipcbench.markup.Markup;
import org.ipcbench.report.words.FigureFormat;

/** A column of figures with aligned decimal points; each figure has its error if it has one. */
final class AlignedColumn implements PageColumn {
    private static final Pattern FIGURE = Pattern.compile("(\\d+)(?:\\.(\\d+))?(\\*?)");
    private static final String PLUS_MINUS = " ± ";

    /** A space with the width of a digit, if all digits have the same width. */
    private static final String DIGIT = "\u2007";

    /** A space with the width of a point. */
    private static final String POINT = "\u2008";

    private static final String NO_BREAK = "\u00a0";

    private final String header;
    private final List<String[]> rows;
    private final int valueDecimals;
    private final int errorDecimals;
    private final boolean withErrors;
    private final boolean withMarks;

    AlignedColumn(String header, List<String> texts) {
        this.header = header;
        rows = texts.stream()
                .map(text -> PageText.of(text).split(PLUS_MINUS, 2))
                .toList();
        valueDecimals = decimals(0);
        errorDecimals = decimals(1);
        withErrors = rows.stream().anyMatch(row -> row.length > 1);
        withMarks = rows.stream().anyMatch(row -> row[0].endsWith(FigureFormat.MACHINE));
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
        String[] parts = rows.get(row);
        if (parts.length == 1 && !FIGURE.matcher(parts[0]).matches()) {
            writeText(markup, parts[0]);
            return;
        }
        markup.element("td", padded(parts[0], valueDecimals, withMarks), "class", "n");
        if (parts.length > 1) {
            markup.element("td", "± " + padded(parts[1], errorDecimals, false), "class", "e");
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

    private int decimals(int part) {
        return rows.stream()
                .filter(row -> row.length > part)
                .map(row -> FIGURE.matcher(row[part]))
                .filter(Matcher::matches)
                .mapToInt(AlignedColumn::decimals)
                .max()
                .orElse(0);
    }

    private static int decimals(Matcher figure) {
        return figure.group(2) == null ? 0 : figure.group(2).length();
    }

    private static String padded(String text, int decimals, boolean withMarks) {
        Matcher figure = FIGURE.matcher(text);
        if (!figure.matches()) {
            return text;
        }
        int missing = decimals - decimals(figure);
        String mark = figure.group(3);
        return text.substring(0, text.length() - mark.length())
                + (missing > 0 && figure.group(2) == null ? POINT : "")
                + DIGIT.repeat(missing)
                + (withMarks && mark.isEmpty() ? DIGIT : mark);
    }
}
