package org.ipcbench.report;

/** Lines of phrases, each ended. */
final class PhraseLines {
    private static final double NANOS_PER_MILLI = 1e6;

    private final Phrases phrases;
    private final StringBuilder lines = new StringBuilder();

    PhraseLines(Phrases phrases) {
        this.phrases = phrases;
    }

    /** Adds a phrase with these values in it. */
    void add(String key, Object... values) {
        lines.append(phrases.of(key, values)).append(System.lineSeparator());
    }

    /** A time in milliseconds, with the unit. */
    String millis(double nanos) {
        return String.format(phrases.locale(), "%.6f ms", nanos / NANOS_PER_MILLI);
    }

    /** A time in the unit that reads well, with the unit. */
    String duration(double nanos) {
        return new DurationText(nanos).in(phrases.locale());
    }

    @Override
    public String toString() {
        return lines.toString();
    }
}
