package org.ipcbench.text;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.IntUnaryOperator;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.ipcbench.text.TextColumns.WrappedText;

/**
 * A grid of texts within lines of {@code +}, {@code -} and {@code |}, for a terminal.
 *
 * @param columns the columns, from left to right
 * @param rows one text for each column in each row
 */
public record TextGrid(List<Column> columns, List<List<String>> rows) {
    /** Around the text of a column, with a line; the last column has one line more. */
    private static final int FRAME = 3;

    /** A column of texts is not made narrower than this as long as there are columns to leave out. */
    private static final int MIN_TEXT_WIDTH = 20;

    private static final int MIN_WIDTH = 3;

    private static final Pattern BLANK = Pattern.compile(" ");

    private static final Pattern BREAKS = Pattern.compile(" |(?<=.-)");

    public TextGrid {
        columns = List.copyOf(columns);
        rows = List.copyOf(rows);
    }

    /**
     * What the texts of a column have in common.
     *
     * @param numeric whether they are aligned to the right
     * @param maxWidth the largest width on the terminal; longer texts continue on further lines, broken at blanks where there are
     *     some
     */
    public record Column(String header, boolean numeric, Importance importance, int maxWidth) {
        private Column within(int width) {
            return new Column(header, numeric, importance, width);
        }
    }

    /** Width of a line on the terminal. */
    public int width() {
        return width(widths());
    }

    private static int width(int... widths) {
        return IntStream.of(widths).map(width -> width + FRAME).sum() + 1;
    }

    /**
     * The grid in lines of this width: headers and texts are broken at blanks, and if that does not do, the least
     * important columns are left out. Main columns stay if words can be broken behind their hyphens instead. Only columns that have to stay can make
     * it wider.
     */
    public TextGrid in(int width) {
        if (width() <= width) {
            return this;
        }
        int[] readable = each(this::leastWidth);
        if (width(readable) <= width) {
            return narrowed(width, readable);
        }
        Optional<Integer> next = leastImportant();
        int[] broken = each(this::brokenWordsWidth);
        if (width(broken) <= width && next.filter(column -> !isMain(column)).isEmpty()) {
            return narrowed(width, broken);
        }
        return next.map(column -> without(column).in(width))
                .orElseGet(() -> narrowed(width, each(column -> MIN_WIDTH)));
    }

    private int[] each(IntUnaryOperator width) {
        return IntStream.range(0, columns.size()).map(width).toArray();
    }

    private boolean isMain(int column) {
        return columns.get(column).importance() == Importance.MAIN
                && !texts(column).allMatch(String::isEmpty);
    }

    /** Makes the widest columns narrower, one character at a time, none of them below its least width. */
    private TextGrid narrowed(int width, int... least) {
        int[] widths = widths();
        while (width(widths) > width) {
            Optional<Integer> widest = IntStream.range(0, widths.length)
                    .filter(column -> widths[column] > least[column])
                    .boxed()
                    .max(Comparator.comparingInt(column -> widths[column]));
            if (widest.isEmpty()) {
                break;
            }
            widths[widest.get()]--;
        }
        return new TextGrid(
                IntStream.range(0, widths.length)
                        .mapToObj(column -> columns.get(column).within(brokenWidth(column, widths[column])))
                        .toList(),
                rows);
    }

    /** What a column takes of this width after its texts are broken. */
    private int brokenWidth(int column, int width) {
        return Stream.concat(Stream.of(columns.get(column).header()), texts(column))
                .flatMap(text -> WrappedText.lines(text, width).stream())
                .mapToInt(TextColumns::of)
                .max()
                .orElse(width);
    }

    /** The width of a column whose words are whole, or of a column of texts that is long enough to read. */
    private int leastWidth(int column) {
        int header = longestWord(columns.get(column).header());
        int longest = texts(column).mapToInt(TextColumns::of).max().orElse(0);
        if (columns.get(column).numeric()) {
            return Math.max(header, longest);
        }
        int words = texts(column).mapToInt(TextGrid::longestWord).max().orElse(0);
        return Math.max(header, Math.min(longest, Math.max(words, MIN_TEXT_WIDTH)));
    }

    /** The width of a column whose words are broken behind hyphens. */
    private int brokenWordsWidth(int column) {
        return columns.get(column).numeric()
                ? leastWidth(column)
                : Stream.concat(Stream.of(columns.get(column).header()), texts(column))
                        .mapToInt(text -> longest(BREAKS, text))
                        .max()
                        .orElse(0);
    }

    private static int longestWord(String text) {
        return longest(BLANK, text);
    }

    private static int longest(Pattern between, String text) {
        return Stream.of(between.split(text, -1))
                .mapToInt(TextColumns::of)
                .max()
                .orElse(0);
    }

    /** An empty column, otherwise the last one of the least important ones. */
    private Optional<Integer> leastImportant() {
        return IntStream.range(0, columns.size())
                .filter(column -> columns.get(column).importance() != Importance.KEY)
                .boxed()
                .max(Comparator.comparing((Integer column) -> texts(column).allMatch(String::isEmpty))
                        .thenComparing(column -> columns.get(column).importance())
                        .thenComparing(Comparator.naturalOrder()));
    }

    private TextGrid without(int column) {
        return new TextGrid(
                without(columns, column),
                rows.stream().map(row -> without(row, column)).toList());
    }

    private static <T> List<T> without(List<T> values, int index) {
        List<T> others = new ArrayList<>(values);
        others.remove(index);
        return others;
    }

    /** All lines of the grid, without an end of line behind the last one. */
    @Override
    public String toString() {
        List<String> headers = columns.stream().map(Column::header).toList();
        int[] widths = widths();
        String rule = IntStream.of(widths)
                .mapToObj(width -> "-".repeat(width + 2))
                .collect(Collectors.joining("+", "+", "+"));
        Stream<String> body = rows.stream().map(row -> row(row, widths));
        return Stream.of(Stream.of(rule, row(headers, widths), rule), body, Stream.of(rule))
                .flatMap(lines -> lines)
                .collect(Collectors.joining(System.lineSeparator()));
    }

    private Stream<String> texts(int column) {
        return rows.stream().map(row -> row.get(column));
    }

    private int[] widths() {
        return IntStream.range(0, columns.size())
                .map(column -> Stream.concat(Stream.of(columns.get(column).header()), texts(column))
                        .mapToInt(text -> Math.min(
                                TextColumns.of(text), columns.get(column).maxWidth()))
                        .max()
                        .orElse(0))
                .toArray();
    }

    private String row(List<String> texts, int[] widths) {
        List<List<String>> cells = IntStream.range(0, widths.length)
                .mapToObj(column ->
                        WrappedText.lines(texts.get(column), columns.get(column).maxWidth()))
                .toList();
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
        String padding = " ".repeat(width - TextColumns.of(text));
        return columns.get(column).numeric() ? padding + text : text + padding;
    }
}
