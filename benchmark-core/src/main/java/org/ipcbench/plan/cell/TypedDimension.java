package org.ipcbench.plan.cell;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.ipcbench.text.Lists;

/**
 * A dimension whose values a user types.
 *
 * @param <V> a value
 */
public abstract class TypedDimension<V> extends Dimension {
    TypedDimension(
            String key, String csvColumn, String heading, String label, String unit, Optional<Integer> defaultValue) {
        super(key, csvColumn, heading, label, unit, defaultValue);
    }

    /**
     * Reads one value.
     *
     * @throws IllegalArgumentException with what is allowed
     */
    public abstract V one(String text);

    /** Reads an element of a list, which may stand for several values. */
    List<V> several(String text) {
        return List.of(one(text));
    }

    /**
     * Reads a comma-separated list.
     *
     * @throws IllegalArgumentException with what is allowed, or that a value is given twice
     */
    public List<V> parse(String text) throws IOException {
        List<V> values = new ArrayList<>();
        for (String each : Lists.split(text)) {
            values.addAll(several(each));
        }
        Lists.requireDistinct(values.stream().map(this::shown).toList(), text);
        return values;
    }

    /** A value as names and tables show it, and the CSV; numbers stay numbers. No two values are shown alike. */
    Object shown(V value) {
        return value;
    }
}
