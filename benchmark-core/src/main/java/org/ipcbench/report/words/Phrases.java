package org.ipcbench.report.words;

import java.text.NumberFormat;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.ResourceBundle;
import java.util.function.DoubleFunction;
import java.util.stream.Collectors;
import org.ipcbench.analysis.Summary;
import org.ipcbench.measure.sample.Percentiles;
import org.ipcbench.text.DurationText;

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

    /** Lines of phrases, each with an end of line. */
    public static final class PhraseLines {
        /** The percentiles that are shown of few samples, and in a sentence. */
        public static final List<Double> SHOWN_BRIEFLY =
                List.of(Percentiles.MEDIAN, Percentiles.P90, Percentiles.P99, Percentiles.P999);

        private static final double NANOS_PER_MILLI = 1e6;

        private final Phrases phrases;
        private final StringBuilder lines = new StringBuilder();

        public PhraseLines(Phrases phrases) {
            this.phrases = phrases;
        }

        /** Adds a phrase with these values. */
        public void add(String key, Object... values) {
            lines.append(phrases.of(key, values)).append(System.lineSeparator());
        }

        /** A time in milliseconds, with the unit. */
        public String millis(double nanos) {
            return String.format(phrases.locale(), "%.6f ms", nanos / NANOS_PER_MILLI);
        }

        /** A time in a suitable unit, with the unit. */
        public String duration(double nanos) {
            return new DurationText(nanos).in(phrases.locale());
        }

        /**
         * Adds a phrase with the percentiles, in milliseconds, that have enough samples, and says so if they are means; adds nothing if none
         * has enough.
         */
        public void addPercentiles(String key, Summary summary, List<Double> percentiles) {
            String known = percentiles(summary, percentiles, this::millis);
            if (!known.isEmpty()) {
                add(key, summary.count() == 1 ? known : phrases.of("percentilesOfIterations", known, summary.count()));
            }
        }

        /** The percentiles that have enough samples, in one phrase; with two speeds, of each of them. Empty if none has. */
        public String percentiles(Summary summary, List<Double> percentiles, DoubleFunction<String> time) {
            return percentiles.stream()
                    .filter(percentile ->
                            !summary.percentilesNanosBySpeed(percentile).isEmpty())
                    .map(percentile -> phrases.of(
                            "percentile",
                            NumberFormat.getInstance(phrases.locale()).format(percentile),
                            summary.percentilesNanosBySpeed(percentile).stream()
                                    .map(time::apply)
                                    .collect(Collectors.joining(" / "))))
                    .collect(Collectors.joining(", "));
        }

        @Override
        public String toString() {
            return lines.toString();
        }
    }
}
