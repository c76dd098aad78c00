package org.ipcbench.report;

import java.util.Locale;

/** What a dialogue asks, in the language of its answers. */
public final class MenuText {
    private final Phrases phrases;

    /** In this language where there is a translation, in English elsewhere. */
    public MenuText(Locale wanted) {
        phrases = new Phrases(wanted);
    }

    /** What can be chosen, 1 to 3, each a line. */
    public String choices() {
        return phrases.of("menu.choices");
    }

    /** Asks for a size; without an answer it is this many bytes. */
    public String sizePrompt(int defaultBytes) {
        return phrases.of("menu.size", defaultBytes) + " ";
    }
}
