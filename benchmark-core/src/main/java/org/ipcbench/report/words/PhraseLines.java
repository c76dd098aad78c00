package org.ipcbench.report.words;

import java.text.NumberFormat;
import java.util.List;
import java.util.function.DoubleFunction;
import java.util.stream.Collectors;
import org.ipcbench.analysis.Summary;
import org.ipcbench.measure.sample.Percentiles;
import org.ipcbench.text.DurationText;

/** Lines of phrases, each with an end of line. */
public final class PhraseLines {
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
