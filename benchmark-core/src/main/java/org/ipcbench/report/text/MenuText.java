package org.ipcbench.report.text;

import java.util.Locale;
import org.ipcbench.report.words.Phrases;

/** The questions of a dialogue, in the language of its answers. */
public final class MenuText {
    private final Phrases phrases;

    /** Texts in this language if there is a translation, else in English. */
    public MenuText(Locale wanted) {
        phrases = new Phrases(wanted);
    }

    /** The choices, 1 to 3, a line each. */
    public String choices() {
        return phrases.of("menu.choices");
    }

    /** Asks for a size; without an answer it is this many bytes. */
    public String sizePrompt(int defaultBytes) {
        return phrases.of("menu.size", defaultBytes) + " ";
    }
}
