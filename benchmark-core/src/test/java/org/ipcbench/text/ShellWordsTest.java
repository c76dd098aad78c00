package org.ipcbench.text;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.ipcbench.text.CommandWords.ShellWords;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class ShellWordsTest {
    @ParameterizedTest
    @ValueSource(strings = {"tcp,uds", "--output=~/runs", "a_b@c%d+e=f:g", "/usr/lib/jvm-17/bin/java"})
    void plainArgumentsHaveNoQuotes(String argument) {
        assertThat(ShellWords.quoted(argument)).isEqualTo(argument);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "two words", "$HOME", "a;b", "*", "ü"})
    void othersHaveThem(String argument) {
        assertThat(ShellWords.quoted(argument)).isEqualTo("'" + argument + "'");
    }

    @Test
    void quoteEndsTheQuotesAndBeginsThemAgain() {
        assertThat(ShellWords.line(List.of("ipcbench", "it's"))).isEqualTo("ipcbench 'it'\\''s'");
    }
}
