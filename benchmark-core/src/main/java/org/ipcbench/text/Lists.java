package org.ipcbench.text;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/** Comma-separated lists on the command line: no value is empty, and none occurs twice. */
public final class Lists {
    private static final char SEPARATOR = ',';
    private static final String QUOTES = "'\"";
    private static final char NONE = 0;

    private Lists() {}

    /** Splits at commas outside quotes: values, or parts of them, may be quoted. The values have no quotes and no outer blanks; one may be empty. */
    public static List<String> quoted(String text) {
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

    /** Splits at commas, trimmed. */
    public static List<String> split(String text) {
        List<String> values = Stream.of(text.split(",", -1)).map(String::strip).toList();
        if (values.contains("")) {
            throw new IllegalArgumentException(
                    "'%s' has an empty value; separate values by single commas".formatted(text));
        }
        requireDistinct(values, text);
        return values;
    }

    /** Throws if a value occurs twice. */
    public static void requireDistinct(List<?> values, String text) {
        Set<Object> seen = new HashSet<>();
        for (Object value : values) {
            if (!seen.add(value)) {
                throw new IllegalArgumentException("'%s' has %s twice; give each value once".formatted(text, value));
            }
        }
    }
}
