package org.ipcbench.text;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.ipcbench.text.TextGrid.Column;
import org.junit.jupiter.api.Test;

class TextGridTest {
    private static final List<Column> COLUMNS = List.of(new Column("id", false), new Column("Größe", true));

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
    void gridWithoutRowsHasItsHeader() {
        assertThat(grid(9, List.of()).lines()).hasSize(4);
    }

    private static String grid(int maxColumnWidth, List<List<String>> rows) {
        return new TextGrid(COLUMNS, rows, maxColumnWidth).toString().replace(System.lineSeparator(), "\n");
    }
}
