package org.ipcbench.compare;

import java.util.Collections;
import java.util.NavigableMap;
import java.util.OptionalDouble;
import java.util.TreeMap;

/**
 * A cell of one side.
 *
 * @param key what it is matched by
 * @param score the figure that people know it by; empty where there is none
 * @param unit the unit of that figure
 * @param speeds by round: the higher, the better, also where a lower score is
 * @param work what else makes it another kind of work: the payload, the number of threads
 * @param extent how much is measured, in words
 * @param verdict how far to trust the figure, in one word; empty where nobody judged
 * @param obstacle why it cannot be compared; empty where it can
 */
public record MeasuredCell(
        CellKey key,
        OptionalDouble score,
        String unit,
        NavigableMap<Integer, Double> speeds,
        String work,
        String extent,
        String verdict,
        String obstacle) {
    public MeasuredCell {
        if (!speeds.values().stream().allMatch(speed -> speed > 0 && Double.isFinite(speed))) {
            throw new IllegalArgumentException("speeds of %s have no logarithm: %s".formatted(key.text(), speeds));
        }
        speeds = Collections.unmodifiableNavigableMap(new TreeMap<>(speeds));
    }

    /** The same cell with its speeds seen otherwise. */
    MeasuredCell withSpeeds(NavigableMap<Integer, Double> others) {
        return new MeasuredCell(key, score, unit, others, work, extent, verdict, obstacle);
    }

    /** The same cell, which cannot be compared. */
    MeasuredCell hinderedBy(String other) {
        return new MeasuredCell(key, score, unit, speeds, work, extent, verdict, other);
    }
}
