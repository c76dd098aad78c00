package org.ipcbench.report.words;

import java.util.Locale;
import java.util.Optional;
import java.util.ResourceBundle;

/** The texts of the reports in one language. */
public final class Phrases {
    private final ResourceBundle texts;
    /** The locale of the texts, also for decimals. */
    private final Locale locale;

    /** Uses this language if there is a translation, otherwise English. */
    public Phrases(Locale wanted) {
        texts = ResourceBundle.getBundle(
                "org.ipcbench.report.words.summary",
                wanted,
                ResourceBundle.Control.getNoFallbackControl(ResourceBundle.Control.FORMAT_PROPERTIES));
        locale = texts.getLocale().getLanguage().isEmpty() ? Locale.ENGLISH : texts.getLocale();
    }

    public Locale locale() {
        return locale;
    }

    /**
     * A text with these values.
     *
     * @throws java.util.MissingResourceException if there is none of this name
     */
    public String of(String key, Object... values) {
        return String.format(locale, texts.getString(key), values);
    }

    /** A text with these values; empty if there is none of this name. */
    public Optional<String> find(String key, Object... values) {
        return texts.containsKey(key) ? Optional.of(of(key, values)) : Optional.empty();
    }
}
