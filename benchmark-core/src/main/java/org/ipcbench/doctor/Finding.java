package org.ipcbench.doctor;

import java.util.stream.Stream;

/**
 * Something on this machine that matters to measuring.
 *
 * @param name a short noun
 * @param severity how much it matters
 * @param statement what was found
 * @param effect what it does to figures
 * @param remedy the command that mends it, or what else helps
 */
public record Finding(String name, Severity severity, String statement, String effect, String remedy) {
    public Finding {
        if (Stream.of(name, statement, effect, remedy).anyMatch(String::isBlank)) {
            throw new IllegalArgumentException("'%s' needs a statement, an effect and a remedy".formatted(name));
        }
        statement = oneLine(statement);
        remedy = oneLine(remedy);
    }

    /** Names of files may hold anything, also what a terminal obeys. */
    private static String oneLine(String text) {
        return text.replaceAll("\\p{Cntrl}", "?");
    }
}
