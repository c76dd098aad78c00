package org.ipcbench.text;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * A grid of texts within lines of {@code +}, {@code -} and {@code |}, for a terminal.
 *
 * @param columns the columns, from left to right
 * @param rows one text for each column in each row
 * @param maxColumnWidth the largest number of characters of a column; longer texts continue on further lines, broken at
 *     blanks where there are some
 */
public record TextGrid(List<Column> columns, List<List<String>> rows, int maxColumnWidth) {

    /**
     * What the texts of a column have in common.
     *
     * @param numeric whether they are aligned to the right
     */
    public record Column(String header, boolean numeric) {}

    /** All lines of the grid, without an end of line behind the last one. */
    @Override
    public String toString() {
        List<List<String>> header =
                columns.stream().map(column -> lines(column.header())).toList();
        List<List<List<String>>> cells =
                rows.stream().map(row -> row.stream().map(this::lines).toList()).toList();
        int[] widths = IntStream.range(0, columns.size()).map(this::width).toArray();
        String rule = IntStream.of(widths)
                .mapToObj(width -> "-".repeat(width + 2))
                .collect(Collectors.joining("+", "+", "+"));
        Stream<String> body = cells.stream().map(row -> row(row, widths));
        return Stream.of(Stream.of(rule, row(header, widths), rule), body, Stream.of(rule))
                .flatMap(lines -> lines)
                .collect(Collectors.joining(System.lineSeparator()));
    }

    private int width(int column) {
        return Stream.concat(
                        Stream.of(columns.get(column).header()), rows.stream().map(row -> row.get(column)))
                .mapToInt(text -> Math.min(text.length(), maxColumnWidth))
                .max()
                .orElse(0);
    }

    private String row(List<List<String>> cells, int[] widths) {
        int height = cells.stream().mapToInt(List::size).max().orElse(1);
        return IntStream.range(0, height)
                .mapToObj(line -> IntStream.range(0, widths.length)
                        .mapToObj(column -> padded(column, line, cells, widths[column]))
                        .collect(Collectors.joining(" | ", "| ", " |")))
                .collect(Collectors.joining(System.lineSeparator()));
    }

    private String padded(int column, int line, List<List<String>> cells, int width) {
        List<String> lines = cells.get(column);
        String text = line < lines.size() ? lines.get(line) : "";
        String padding = " ".repeat(width - text.length());
        return columns.get(column).numeric() ? padding + text : text + padding;
    }

    private List<String> lines(String text) {
        List<String> lines = new ArrayList<>();
        String rest = text;
        while (rest.length() > maxColumnWidth) {
            int blank = rest.lastIndexOf(' ', maxColumnWidth);
            lines.add(rest.substring(0, blank > 0 ? blank : maxColumnWidth));
            rest = rest.substring(blank > 0 ? blank + 1 : maxColumnWidth);
        }
        lines.add(rest);
        return lines;
    }
}
