package org.ipcbench.text;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class CommandWordsTest {
    @Test
    void wordsAreSplitAsByAShellWithoutExpansion() {
        assertThat(CommandWords.parse("  podman exec\t-i c ")).containsExactly("podman", "exec", "-i", "c");
        assertThat(CommandWords.parse("sh -c 'exec \"$@\"' x")).containsExactly("sh", "-c", "exec \"$@\"", "x");
        assertThat(CommandWords.parse("a\\ b \"c d\"e '' \"\\\"\" 'f\\g'"))
                .containsExactly("a b", "c de", "", "\"", "f\\g");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", " ", "''", "a 'b", "\"a"})
    void textWithoutACommandIsRefused(String text) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> CommandWords.parse(text))
                .withMessageContaining("'" + text + "'");
    }
}
