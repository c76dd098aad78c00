package org.ipcbench.run.program;

import java.util.ArrayList;
import java.util.List;

/** A comma-separated list. Values, or parts of them, may be quoted, so that they can contain commas. */
final class QuotedList {
    private static final char SEPARATOR = ',';
    private static final String QUOTES = "'\"";
    private static final char NONE = 0;

    private QuotedList() {}

    /** The values, without quotes and outer blanks; one may be empty. */
    static List<String> split(String text) {
        List<String> values = new ArrayList<>();
        StringBuilder value = new StringBuilder();
        char quote = NONE;
        for (int place = 0; place < text.length(); place++) {
            char next = text.charAt(place);
            if (quote == NONE && next == SEPARATOR) {
                values.add(value.toString().strip());
                value.setLength(0);
            } else if (quote == NONE && QUOTES.indexOf(next) >= 0) {
                quote = next;
            } else if (next == quote) {
                quote = NONE;
            } else {
                value.append(next);
            }
        }
        if (quote != NONE) {
            throw new IllegalArgumentException("'%s' lacks a closing %s".formatted(text, quote));
        }
        values.add(value.toString().strip());
        return values;
    }
}
