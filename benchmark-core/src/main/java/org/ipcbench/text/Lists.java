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
        return split(text, false);
    }

    /** Splits so, but only a value that is quoted as a whole loses its quotes: any others are those of a command. */
    public static List<String> quotedWhole(String text) {
        return split(text, true).stream().map(Lists::withoutOuterQuotes).toList();
    }

    private static String withoutOuterQuotes(String value) {
        boolean isWhole = value.length() > 1
                && QUOTES.indexOf(value.charAt(0)) >= 0
                && value.indexOf(value.charAt(0), 1) == value.length() - 1;
        return isWhole ? value.substring(1, value.length() - 1).strip() : value;
    }

    private static List<String> split(String text, boolean keepsQuotes) {
        List<String> values = new ArrayList<>();
        StringBuilder value = new StringBuilder();
        char quote = NONE;
        for (int place = 0; place < text.length(); place++) {
            char next = text.charAt(place);
            boolean isQuote = quote == NONE ? QUOTES.indexOf(next) >= 0 : next == quote;
            if (quote == NONE && next == SEPARATOR) {
                values.add(value.toString().strip());
                value.setLength(0);
            } else if (isQuote) {
                quote = quote == NONE ? next : NONE;
                value.append(keepsQuotes ? String.valueOf(next) : "");
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
