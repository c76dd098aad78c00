package org.ipcbench.report.text;

import java.util.Locale;
import org.ipcbench.report.words.Phrases;

/** The questions of a dialogue, in the language of its answers. */
public final class MenuText {
    private final Phrases phrases;

    /** Uses this language if there is a translation, otherwise English. */
    public MenuText(Locale wanted) {
        phrases = new Phrases(wanted);
    }

    /** The choices, 1 to 3, one per line. */
    public String choices() {
        return phrases.of("menu.choices");
    }

    /**
     * The prompt for a size.
     *
     * @param defaultBytes the size if the answer is empty
     */
    public String sizePrompt(int defaultBytes) {
        return phrases.of("menu.size", defaultBytes) + " ";
    }
}
