package org.ipcbench.text;

import static org.assertj.core.api.Assertions.assertThat;

import org.ipcbench.text.TextColumns.WrappedText;
import org.junit.jupiter.api.Test;

class WrappedTextTest {
    @Test
    void lineIsContinuedWithAnIndent() {
        assertThat(WrappedText.of("one two three four", 9).lines()).containsExactly("one two", "  three", "  four");
    }

    @Test
    void shortLineStays() {
        assertThat(WrappedText.of("one two", 7)).isEqualTo("one two");
    }

    @Test
    void longWordStaysWhole() {
        assertThat(WrappedText.of("results in /a/path/that/is/long and more", 12)
                        .lines())
                .containsExactly("results in", "  /a/path/that/is/long", "  and more");
    }
}
