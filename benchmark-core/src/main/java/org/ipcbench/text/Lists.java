package org.ipcbench.text;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/** Comma-separated lists on the command line: no value is empty, and none occurs twice. */
public final class Lists {
    private Lists() {}

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
