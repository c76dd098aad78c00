package org.ipcbench.report.text;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Locale;
import org.ipcbench.report.text.AnswerText.MenuText;
import org.junit.jupiter.api.Test;

class MenuTextTest {

    @Test
    void thereAreTheSameThreeChoicesInEveryLanguage() {
        assertThat(new MenuText(Locale.ENGLISH).choices()).hasLineCount(3).isEqualToNormalizingNewlines("""
                        1. Latency (round-trip)
                        2. Throughput (one-way)
                        3. Exit
                        """);
        assertThat(new MenuText(Locale.GERMANY).choices()).isEqualToNormalizingNewlines("""
                        1. Latenz (Umlauf)
                        2. Durchsatz (eine Richtung)
                        3. Ende
                        """);
        assertThat(new MenuText(Locale.FRANCE).choices()).isEqualTo(new MenuText(Locale.ENGLISH).choices());
    }

    @Test
    void sizePromptShowsTheDefault() {
        assertThat(new MenuText(Locale.ENGLISH).sizePrompt(4096)).isEqualTo("Size in bytes [4096]: ");
        assertThat(new MenuText(Locale.GERMANY).sizePrompt(4096)).isEqualTo("Größe in Bytes [4096]: ");
    }
}
