package org.ipcbench.compare;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * What a cell is matched by.
 *
 * @param properties each with its value, in the order of names and tables; the order makes no difference
 */
public record CellKey(Map<String, String> properties) {
    public CellKey {
        if (properties.isEmpty()) {
            throw new IllegalArgumentException("a cell has at least one property");
        }
        properties = Collections.unmodifiableMap(new LinkedHashMap<>(properties));
    }

    /** The value of a property; empty where the cell has none. */
    public String of(String property) {
        return properties.getOrDefault(property, "");
    }

    /** How many properties it shares with another one. */
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

    /** Whether a value says nothing without the name of its property. */
    public static boolean isNumber(String value) {
        return !value.isEmpty() && Character.isDigit(value.charAt(0));
    }
}
