package org.ipcbench.compare;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.ipcbench.compare.Side.CellKey;
import org.ipcbench.compare.Side.MeasuredCell;
import org.ipcbench.plan.cell.Dimension;

/**
 * Transports that show how fast the machine was. A cell's speed is divided by the references' speeds for the same question and
 * size, round by round: a disturbance that slows a whole round then affects neither the ratio nor its interval.
 *
 * @param transports ids of the transports; nothing is divided if there are none
 */
public record References(List<String> transports) {
    /** Keeps the speeds as they are. */
    public static final References NONE = new References(List.of());

    private static final String TRANSPORT = Dimension.TRANSPORT.heading();

    public References {
        transports = List.copyOf(transports);
    }

    boolean contains(CellKey key) {
        return transports.contains(key.of(TRANSPORT));
    }

    /** Returns a side whose other cells have their speeds divided by the speeds of the references. */
    Side dividing(Side side) {
        if (transports.isEmpty()) {
            return side;
        }
        List<MeasuredCell> references = side.cells().stream()
                .filter(cell -> contains(cell.key()) && cell.obstacle().isEmpty())
                .toList();
        return side.withCells(
                side.cells().stream().map(cell -> divided(cell, references)).toList());
    }

    /** The references that a side does not have at all. */
    List<String> lacking(Side side) {
        Set<String> known = transportsOf(side);
        return transports.stream()
                .filter(reference -> !known.contains(reference))
                .toList();
    }

    /** The transports of a side, in alphabetical order. */
    static Set<String> transportsOf(Side side) {
        Set<String> transports = new TreeSet<>();
        side.cells().forEach(cell -> transports.add(cell.key().of(TRANSPORT)));
        return transports;
    }

    private MeasuredCell divided(MeasuredCell cell, List<MeasuredCell> references) {
        if (contains(cell.key()) || !cell.obstacle().isEmpty()) {
            return cell;
        }
        List<NavigableMap<Integer, Double>> speeds = new ArrayList<>();
        for (String transport : transports) {
            Optional<MeasuredCell> reference = referenceOf(cell, transport, references);
            if (reference.isEmpty()) {
                return cell.hinderedBy("no figure of the reference " + transport);
            }
            speeds.add(reference.get().speeds());
        }
        NavigableMap<Integer, Double> ratios = new TreeMap<>();
        cell.speeds().forEach((round, speed) -> {
            if (speeds.stream().allMatch(each -> each.containsKey(round))) {
                ratios.put(round, speed / meanSpeed(speeds, round));
            }
        });
        return ratios.isEmpty() ? cell.hinderedBy("no round has all references") : cell.withSpeeds(ratios);
    }

    /** The reference's cell for the same question and size, and of the same figure, that agrees with a cell in most other properties. */
    private static Optional<MeasuredCell> referenceOf(
            MeasuredCell cell, String transport, List<MeasuredCell> references) {
        return references.stream()
                .filter(reference -> reference.key().of(TRANSPORT).equals(transport)
                        && reference.unit().equals(cell.unit())
                        && isSame(Dimension.QUESTION, cell, reference)
                        && isSame(Dimension.SIZE, cell, reference))
                .max(Comparator.comparingLong(reference -> reference.key().likeness(cell.key())));
    }

    private static boolean isSame(Dimension dimension, MeasuredCell cell, MeasuredCell other) {
        return cell.key().of(dimension.heading()).equals(other.key().of(dimension.heading()));
    }

    private static double meanSpeed(List<NavigableMap<Integer, Double>> speeds, int round) {
        return Math.exp(speeds.stream()
                .mapToDouble(each -> Math.log(each.getOrDefault(round, 1.0)))
                .average()
                .orElseThrow());
    }
}
