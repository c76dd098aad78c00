package org.ipcbench.compare;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.NavigableMap;
import java.util.OptionalDouble;
import java.util.TreeMap;
import org.ipcbench.figure.Figure;
import org.ipcbench.figure.Value;

/**
 * A cell of one side.
 *
 * @param key the properties that it is matched by
 * @param score the figure that people know it by; empty if there is none
 * @param unit the unit of that figure
 * @param further what else is compared by eye
 * @param speeds speeds by round; higher is better
 * @param work the payload, which must be equal
 * @param extent amount of what is measured, in words
 * @param verdict how far to trust the figure, in one word; empty if there was no verdict
 * @param obstacle why it cannot be compared; empty if it can
 */
public record MeasuredCell(
        CellKey key,
        OptionalDouble score,
        String unit,
        Map<Figure, Value.Quantity> further,
        NavigableMap<Integer, Double> speeds,
        String work,
        String extent,
        String verdict,
        String obstacle) {
    public MeasuredCell {
        if (!speeds.values().stream().allMatch(speed -> speed > 0 && Double.isFinite(speed))) {
            throw new IllegalArgumentException("speeds of %s have no logarithm: %s".formatted(key.text(), speeds));
        }
        further = Collections.unmodifiableMap(new LinkedHashMap<>(further));
        speeds = Collections.unmodifiableNavigableMap(new TreeMap<>(speeds));
    }

    /** Whether it has speeds that can be compared. */
    boolean isComparable() {
        return obstacle.isEmpty() && !speeds.isEmpty();
    }

    /** Returns a copy with other speeds. */
    MeasuredCell withSpeeds(NavigableMap<Integer, Double> others) {
        return new MeasuredCell(key, score, unit, further, others, work, extent, verdict, obstacle);
    }

    /** Returns a copy that cannot be compared. */
    MeasuredCell hinderedBy(String other) {
        return new MeasuredCell(key, score, unit, further, speeds, work, extent, verdict, other);
    }
}
