package org.ipcbench.text;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class TextColumnsTest {
    @ParameterizedTest
    @CsvSource({
        "'', 0",
        "tcp, 3",
        "Größe ±…, 8",
        "速度, 4",
        "한글, 4",
        "\u1112\u1161\u11AB, 2",
        "ｶﾅ, 2",
        "ＡＢ, 4",
        "é, 1",
        "🚀, 2",
        "⚡, 2",
        "☀, 1",
        "𠀀, 2",
        "a\u200Db, 2"
    })
    void charactersTakeTheColumnsThatATerminalGivesThem(String text, int columns) {
        assertThat(TextColumns.of(text)).isEqualTo(columns);
    }

    @Test
    void cutLeavesCharactersWhole() {
        assertThat(TextColumns.cut("tcp", 3)).isEqualTo("tcp");
        assertThat(TextColumns.cut("tcp", 2)).isEqualTo("tc");
        assertThat(TextColumns.cut("速度", 3)).isEqualTo("速");
        assertThat(TextColumns.cut("🚀🚀", 3)).isEqualTo("🚀");
        assertThat(TextColumns.cut("né", 2)).isEqualTo("né");
        assertThat(TextColumns.cut("速", 1)).isEmpty();
    }
}
