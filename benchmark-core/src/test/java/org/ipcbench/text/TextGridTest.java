package org.ipcbench.text;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Collections;
import java.util.List;
import java.util.stream.Stream;
import org.ipcbench.text.TextGrid.Column;
import org.junit.jupiter.api.Test;

class TextGridTest {

    @Test
    void numbersAreAlignedToTheRight() {
        assertThat(grid(20, List.of(List.of("tcp", "1 ± 0.5"), List.of("fifo-native", "12"))))
                .isEqualTo("""
                        +-------------+---------+
                        | id          |   Größe |
                        +-------------+---------+
                        | tcp         | 1 ± 0.5 |
                        | fifo-native |      12 |
                        +-------------+---------+""");
    }

    @Test
    void longTextContinuesBelowAndBreaksAtBlanksWhereItCan() {
        assertThat(grid(9, List.of(List.of("not seen here", "1"), List.of("unbreakable", "2"))))
                .isEqualTo("""
                        +-----------+-------+
                        | id        | Größe |
                        +-----------+-------+
                        | not seen  |     1 |
                        | here      |       |
                        | unbreakab |     2 |
                        | le        |       |
                        +-----------+-------+""");
    }

    @Test
    void wideCharactersAreAlignedByTheColumnsThatTheyTake() {
        assertThat(grid(9, List.of(List.of("速度", "1"), List.of("rocket 🚀🚀", "2"))))
                .isEqualTo("""
                        +-----------+-------+
                        | id        | Größe |
                        +-----------+-------+
                        | 速度      |     1 |
                        | rocket    |     2 |
                        | 🚀🚀      |       |
                        +-----------+-------+""");
    }

    @Test
    void gridWithoutRowsHasItsHeader() {
        assertThat(grid(9, List.of()).lines()).hasSize(4);
    }

    @Test
    void leastImportantColumnsAreLeftOutFromTheRightAndEmptyOnesFirst() {
        TextGrid grid = new TextGrid(
                List.of(
                        column("transport", Importance.KEY),
                        column("rank", Importance.MINOR),
                        column("p50 us", Importance.USUAL),
                        column("p99 us", Importance.USUAL),
                        column("p99.9", Importance.USUAL),
                        column("CPU", Importance.MINOR)),
                List.of(List.of("fifo-native", "1", "10.31 ± 0.05", "99.50 ± 9.95", "", "12345")));

        assertThat(grid.in(200)).isEqualTo(grid);
        assertThat(headers(grid.in(67))).containsExactly("transport", "rank", "p50 us", "p99 us", "CPU");
        assertThat(headers(grid.in(58))).containsExactly("transport", "rank", "p50 us", "p99 us");
        assertThat(headers(grid.in(51))).containsExactly("transport", "p50 us", "p99 us");
        assertThat(headers(grid.in(40))).containsExactly("transport", "p50 us");
        assertThat(headers(grid.in(20))).containsExactly("transport");
    }

    @Test
    void headersAndTextsAreBrokenBeforeColumnsAreLeftOut() {
        TextGrid grid = new TextGrid(
                List.of(column("CPU ns client", Importance.KEY), column("answer", Importance.DETAIL)),
                List.of(List.of("1234", "below the limit, and cheapest of all")));

        assertThat(grid.in(36).toString().replace(System.lineSeparator(), "\n")).isEqualTo("""
                        +--------+----------------------+
                        | CPU ns | answer               |
                        | client |                      |
                        +--------+----------------------+
                        | 1234   | below the limit, and |
                        |        | cheapest of all      |
                        +--------+----------------------+""");
    }

    @Test
    void wordsAreBrokenBehindHyphensBeforeMainColumnsAreLeftOut() {
        TextGrid grid = new TextGrid(
                List.of(
                        column("when full", Importance.KEY),
                        column("age", Importance.MAIN),
                        column("p50", Importance.USUAL)),
                List.of(List.of("drop-oldest", "12345", "99")));

        assertThat(headers(grid.in(21))).containsExactly("when full", "age");
        assertThat(grid.in(18).toString().replace(System.lineSeparator(), "\n")).isEqualTo("""
                        +--------+-------+
                        | when   | age   |
                        | full   |       |
                        +--------+-------+
                        | drop-  | 12345 |
                        | oldest |       |
                        +--------+-------+""");
    }

    @Test
    void noLineIsLongerThanTheWidth() {
        TextGrid grid = new TextGrid(
                Stream.of(Importance.values())
                        .map(importance -> column("heading of " + importance, importance))
                        .toList(),
                List.of(Collections.nCopies(5, "some text and more"), Collections.nCopies(5, "1234567.8 ± 1234")));

        for (int width = 20; width <= 150; width++) {
            int most = width;
            assertThat(grid.in(width).toString().lines()).allMatch(line -> line.length() <= most);
        }
    }

    private static List<String> headers(TextGrid grid) {
        return grid.columns().stream().map(Column::header).toList();
    }

    private static Column column(String header, Importance importance) {
        return new Column(header, false, importance, 78);
    }

    private static String grid(int maxColumnWidth, List<List<String>> rows) {
        return new TextGrid(
                        List.of(
                                new Column("id", false, Importance.KEY, maxColumnWidth),
                                new Column("Größe", true, Importance.USUAL, maxColumnWidth)),
                        rows)
                .toString()
                .replace(System.lineSeparator(), "\n");
    }
}
