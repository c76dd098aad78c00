package org.ipcbench.compare;

import java.time.Duration;
import java.time.Instant;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.ipcbench.figure.Figure;
import org.ipcbench.figure.Value;

/**
 * One side of a comparison: a run.
 *
 * @param name name as the user typed it
 * @param origin where and when it was measured
 * @param conditions environment and options, each with its value, in the order of files
 * @param cells in the order of reports
 * @param remarks remarks for the user on this side alone
 */
public record Side(
        String name, Origin origin, Map<String, String> conditions, List<MeasuredCell> cells, List<String> remarks) {
    public Side {
        conditions = Collections.unmodifiableMap(new LinkedHashMap<>(conditions));
        cells = List.copyOf(cells);
        remarks = List.copyOf(remarks);
    }

    /** The cells by their keys, in their order; the first one if several have the same key. */
    Map<CellKey, MeasuredCell> byKey() {
        Map<CellKey, MeasuredCell> byKey = new LinkedHashMap<>();
        cells.forEach(cell -> byKey.putIfAbsent(cell.key(), cell));
        return byKey;
    }

    /** Returns a copy with other cells. */
    Side withCells(List<MeasuredCell> others) {
        return new Side(name, origin, conditions, others, remarks);
    }

    /**
     * Where and when one side was measured.
     *
     * @param identity unique identity of the run
     * @param host distinguishes machines; empty if it is not known
     * @param boot distinguishes boots of a machine; empty if it is not known
     * @param startedAt when it was measured; empty if it is not known
     * @param description of the environment, for people
     */
    public record Origin(String identity, String host, String boot, Optional<Instant> startedAt, String description) {

        /** Whether the two were certainly measured on different machines. */
        boolean isAnotherMachine(Origin other) {
            return differ(host, other.host);
        }

        /** Whether the machine was certainly rebooted in between. */
        boolean isAnotherBoot(Origin other) {
            return differ(boot, other.boot);
        }

        /** How much later this side was measured, negative if earlier; empty if that is not known. */
        Optional<Duration> after(Origin other) {
            return startedAt.flatMap(now -> other.startedAt.map(before -> Duration.between(before, now)));
        }

        private static boolean differ(String one, String other) {
            return !one.isEmpty() && !other.isEmpty() && !one.equals(other);
        }
    }

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
}
