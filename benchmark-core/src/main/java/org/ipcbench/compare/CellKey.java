package org.ipcbench.compare;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * The properties by which cells are matched.
 *
 * @param properties each property with its value, in the order of names and tables; the order does not affect equality
 */
public record CellKey(Map<String, String> properties) {
    public CellKey {
        if (properties.isEmpty()) {
            throw new IllegalArgumentException("a cell has at least one property");
        }
        properties = Collections.unmodifiableMap(new LinkedHashMap<>(properties));
    }

    /** The value of a property; empty if the cell has none. */
    public String of(String property) {
        return properties.getOrDefault(property, "");
    }

    /** Number of properties that it shares with another key. */
    long likeness(CellKey other) {
        return properties.entrySet().stream()
                .filter(other.properties.entrySet()::contains)
                .count();
    }

    /** The name of the cell. */
    public String text() {
        return properties.entrySet().stream()
                .map(property -> isNumber(property.getValue())
                        ? property.getKey() + " " + property.getValue()
                        : property.getValue())
                .collect(Collectors.joining(", "));
    }

    /** Whether a value begins with a digit, and so is unclear without the name of its property. */
    public static boolean isNumber(String value) {
        return !value.isEmpty() && Character.isDigit(value.charAt(0));
    }
}
