package org.ipcbench.doctor;

import java.util.Locale;
import java.util.stream.Stream;

/**
 * A fact about this machine that affects measuring.
 *
 * @param name a short noun
 * @param severity how much it matters
 * @param statement what was found
 * @param effect the effect on figures
 * @param remedy the command that corrects it, or another remedy
 */
public record Finding(String name, Severity severity, String statement, String effect, String remedy) {
    public Finding {
        if (Stream.of(name, statement, effect, remedy).anyMatch(String::isBlank)) {
            throw new IllegalArgumentException("'%s' needs a statement, an effect and a remedy".formatted(name));
        }
        statement = oneLine(statement);
        remedy = oneLine(remedy);
    }

    /** Replaces control characters, because names of files may contain them. */
    private static String oneLine(String text) {
        return text.replaceAll("\\p{Cntrl}", "?");
    }

    /** How much a finding matters. */
    public enum Severity {
        /** The finding prevents measuring, or figures are certain to be wrong. */
        SERIOUS,
        /**
         * Figures hold only for this machine in its current state and would differ without the finding; or something requested
         * is left out.
         */
        MODERATE,
        /** The finding does not affect any figure. */
        NOTE;

        /** The word in texts for people. */
        public String label() {
            return name().toLowerCase(Locale.ROOT);
        }
    }
}
